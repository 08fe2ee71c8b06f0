import { maskText } from '../mask.ts';

const words =
  /^(?:pass(?:word|wd)?|pwd|secret|token|key|user(?:name)?|admin|root|guest|test(?:ing)?|none|null|nil|undefined|true|false|string|optional|required|changeme|todo|fixme|foobar|default|postgres|mysql|redis|rabbitmq)\d{0,3}$/i;
const placeholderWords =
  /\b(?:your|my|insert|replace|enter|put)[-_ ]|change[-_]?(?:me|this)|example|placeholder|dummy|redacted|sample|not[-_]?a[-_]?secret/i;
const templateSyntax =
  /\$\{|\$\(|\{\{|\}\}|<%|^<.*>$|^\{.*\}$|^\[.*\]$|^%[\w.]+%?$|^\$\w+$|^@[\w./]+$|(?:process|import\.meta)\.env|os\.environ|getenv|secrets\.\w|(?:vault|secret|ssm|op|ref\+\w+):/;

/** Whether a value is a placeholder and not a secret: a typical word, a variable, dots, or the mask. */
export function isPlaceholder(value: string): boolean {
  if (value === maskText || /^(.)\1*$/s.test(value) || /^[.*•x#_-]+$/i.test(value)) return true;
  const part = value.slice(0, 256);
  return (
    words.test(part) ||
    placeholderWords.test(part) ||
    templateSyntax.test(part) ||
    /^(?:0?123456789?0?|abc123|qwerty)$/i.test(part)
  );
}
