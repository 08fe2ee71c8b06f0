import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { escapeInline } from './toServiceMarkdown.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A longer one is shown as plain text. */
const maxLength = 64 * 1024;
const maxDepth = 50;

/** Elements whose text is for no reader. */
const hidden = /^(?:script|style|template|iframe|noscript|title|svg|math)$/;
const paragraph = /^(?:p|div|h[1-6]|tr|table)$/;
const marks: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*' };

/**
 * The HTML of a message as Markdown of the service [A32] to [A36], for display: of its elements only those that the service's
 * Markdown has; of all others the text. @returns `undefined` if it is too long
 */
export function htmlToMarkdown(html: string): string | undefined {
  if (html.length > maxLength) return undefined;
  const text = childrenOf(parseFragment(html).childNodes, 0);
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

function childrenOf(nodes: readonly Node[], depth: number): string {
  return depth > maxDepth ? '' : nodes.map((node) => markdownOf(node, depth + 1)).join('');
}

function markdownOf(node: Node, depth: number): string {
  if (node.nodeName === '#text')
    return escapeInline((node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, ' '));
  if (!('tagName' in node) || hidden.test(node.tagName)) return '';
  const name = node.tagName;
  if (name === 'pre') return fenced(node);
  if (name === 'code') return inlineCode(plainText(node));
  if (name === 'br') return '  \n';
  const inner = childrenOf(node.childNodes, depth);
  if (name === 'a') return linked(attributeOf(node, 'href'), inner);
  if (name === 'ul' || name === 'ol') return `\n\n${listed(node, name === 'ol', depth)}\n\n`;
  if (name === 'blockquote') return `\n\n${inner.trim().replace(/^/gm, '> ')}\n\n`;
  if (paragraph.test(name)) return `\n\n${inner.trim()}\n\n`;
  const mark = marks[name] ?? '';
  return inner.trim() === '' ? inner : `${mark}${mark === '' ? inner : inner.trim()}${mark}`;
}

function listed({ childNodes }: Element, isOrdered: boolean, depth: number): string {
  const items = childNodes.filter((node): node is Element => 'tagName' in node && node.tagName === 'li');
  const lines = items.map((item, at) => {
    const text = childrenOf(item.childNodes, depth).trim().replace(/\n+/g, '\n  ');
    return `${isOrdered ? `${at + 1}.` : '-'} ${text}`;
  });
  return lines.join('\n');
}

/** A fence that is longer than any in the code. */
function fenced(pre: Element): string {
  const code = plainText(pre).replace(/\n$/, '');
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const inner = pre.childNodes.find((node): node is Element => 'tagName' in node && node.tagName === 'code');
  const [, language = ''] = /\blanguage-([\w+#.-]{1,40})/.exec(attributeOf(inner ?? pre, 'class')) ?? [];
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

function inlineCode(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.includes('`') || line.trim() === '' ? escapeInline(line) : `\`${line}\``;
}

function linked(href: string, label: string): string {
  const url = URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol) || label.trim() === '') return label;
  return `[${label.trim()}](<${url.href.replace(/[<>]/g, encodeURIComponent)}>)`;
}

function attributeOf({ attrs }: Element, name: string): string {
  return attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

function plainText(element: Element, depth = 0): string {
  if (depth > maxDepth) return '';
  const textContent = (node: Node): string => {
    if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
    if (node.nodeName === 'br') return '\n';
    return 'tagName' in node ? plainText(node, depth + 1) : '';
  };
  return element.childNodes.map(textContent).join('');
}
