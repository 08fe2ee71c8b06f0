import { escapeHtml } from '../http/escapeHtml.ts';
import type { Block, Inline } from './ast.ts';
import { parseBlocks } from './parseBlocks.ts';

/** Who can be mentioned where the message goes. */
export interface MentionDirectory {
  /** The id of the person of that email or id; `undefined` when there is none to mention. */
  resolve(by: 'personEmail' | 'personId', key: string): { id: string; displayName: string } | undefined;
  /** "Mention of everyone in a group room". */
  readonly canMentionAll: boolean;
}

/** A message's Markdown, rendered. */
export interface Rendered {
  readonly html: string;
  /** The same without any marks. */
  readonly plainText: string;
  /** Ids of the people mentioned, each once. */
  readonly mentionedPeople: readonly string[];
  readonly mentionsAll: boolean;
}

/** Renders the Markdown subset of the interface. Everything else, HTML above all, is escaped text. */
export function renderMarkdown(markdown: string, directory: MentionDirectory): Rendered {
  const rendering = new Rendering(directory);
  const blocks = parseBlocks(markdown);
  const html = blocks.map((block) => rendering.block(block)).join('');
  return {
    html,
    plainText: blocks.map((block) => rendering.plainBlock(block)).join('\n\n'),
    mentionedPeople: [...rendering.mentionedPeople],
    mentionsAll: rendering.mentionsAll,
  };
}

class Rendering {
  readonly mentionedPeople = new Set<string>();
  mentionsAll = false;
  readonly #directory: MentionDirectory;

  constructor(directory: MentionDirectory) {
    this.#directory = directory;
  }

  block(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return `<p>${this.#inlines(block.children)}</p>`;
      case 'fence': {
        const language = block.language === '' ? '' : ` class="language-${escapeHtml(block.language)}"`;
        return `<pre><code${language}>${escapeHtml(block.code)}</code></pre>`;
      }
      case 'quote':
        return `<blockquote>${block.children.map((child) => this.block(child)).join('')}</blockquote>`;
      case 'list': {
        const items = block.items.map((item) => `<li>${this.#inlines(item)}</li>`).join('');
        if (!block.isOrdered) return `<ul>${items}</ul>`;
        return block.start === 1 ? `<ol>${items}</ol>` : `<ol start="${block.start}">${items}</ol>`;
      }
    }
  }

  plainBlock(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return this.#plain(block.children);
      case 'fence':
        return block.code.replace(/\n$/, '');
      case 'quote':
        return block.children.map((child) => this.plainBlock(child)).join('\n\n');
      case 'list': {
        const bullet = (index: number) => (block.isOrdered ? `${block.start + index}.` : '-');
        return block.items.map((item, index) => `${bullet(index)} ${this.#plain(item)}`).join('\n');
      }
    }
  }

  #inlines(inlines: readonly Inline[]): string {
    return inlines.map((inline) => this.#inline(inline)).join('');
  }

  #inline(inline: Inline): string {
    switch (inline.kind) {
      case 'text':
        return escapeHtml(inline.text);
      case 'code':
        return `<code>${escapeHtml(inline.text)}</code>`;
      case 'break':
        return '<br>\n';
      case 'bold':
        return `<strong>${this.#inlines(inline.children)}</strong>`;
      case 'italic':
        return `<em>${this.#inlines(inline.children)}</em>`;
      case 'link':
        return `<a href="${escapeHtml(inline.url)}" rel="nofollow noreferrer">${this.#inlines(inline.children)}</a>`;
      case 'mention':
        return this.#mention(inline);
      case 'mentionAll':
        if (!this.#directory.canMentionAll) return escapeHtml('<@all>');
        this.mentionsAll = true;
        return '<span class="mention" data-mention="all">All</span>';
    }
  }

  #mention(inline: Inline & { kind: 'mention' }): string {
    const person = this.#directory.resolve(inline.by, inline.key);
    if (person === undefined) return escapeHtml(inline.label === '' ? inline.key : inline.label);
    this.mentionedPeople.add(person.id);
    const label = inline.label === '' ? person.displayName : inline.label;
    return `<span class="mention" data-mention="${escapeHtml(person.id)}">${escapeHtml(label)}</span>`;
  }

  #plain(inlines: readonly Inline[]): string {
    return inlines.map((inline) => this.#plainInline(inline)).join('');
  }

  #plainInline(inline: Inline): string {
    switch (inline.kind) {
      case 'text':
      case 'code':
        return inline.text;
      case 'break':
        return '\n';
      case 'bold':
      case 'italic':
      case 'link':
        return this.#plain(inline.children);
      case 'mention':
        return inline.label || (this.#directory.resolve(inline.by, inline.key)?.displayName ?? inline.key);
      case 'mentionAll':
        return this.#directory.canMentionAll ? 'All' : '<@all>';
    }
  }
}
