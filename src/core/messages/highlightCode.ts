// The only file that imports the package. It is a lazy chunk, loaded for the first block with a language.
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, graphql, ini, java, javascript, json, kotlin, lua, makefile },
  ...{ markdown, perl, php, powershell, python, ruby, rust, scala, scss, sql, swift, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);
highlighter.registerAliases(['ps1'], { languageName: 'powershell' });
highlighter.registerAliases(['vue', 'svelte'], { languageName: 'xml' });

/** Longer than a message of the service can be [X13]. */
const maxCharacters = 10_000;
/**
 * The time of the patterns grows with the square of the length of a line, and of a run of names without a sign between
 * them, over lines too.
 */
const maxRun = 300;
const runs = [/[^\n]+/g, /[\w\s.$-]+/g];

/**
 * Highlights code as safe HTML: spans with classes `hljs-…`, and all code escaped. `undefined` for an unknown language
 * and for blocks that are too long, or have too long a line or run of names.
 */
export function highlightCode(code: string, language: string): string | undefined {
  if (code.length > maxCharacters) return undefined;
  const known = language.toLowerCase();
  if (highlighter.getLanguage(known) === undefined) return undefined;
  if (runs.some((run) => code.match(run)?.some(({ length }) => length > maxRun))) return undefined;
  return highlighter.highlight(code, { language: known, ignoreIllegals: true }).value;
}
