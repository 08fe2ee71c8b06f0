/** Light and dark by the reader's own choice; readable without any script. */
export const pageStyle = `
:root { color-scheme: light dark; --back: #f3f4f7; --card: #fff; --ink: #1b1f27; --soft: #5a6372; --line: #dfe3ea;
  --accent: #1f5fd0; --accent-ink: #fff; }
@media (prefers-color-scheme: dark) { :root { --back: #12151b; --card: #1b2029; --ink: #eef1f6; --soft: #a3adbd;
  --line: #313947; --accent: #79a9ff; --accent-ink: #0d1726; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--back);
  color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 460px; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 28px 28px 24px; }
.brand, .soft { color: var(--soft); }
.brand { font-size: 13px; margin: 0 0 14px; }
h1 { font-size: 21px; line-height: 1.3; margin: 0 0 8px; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
.phrase { font: 600 22px ui-monospace, "SF Mono", Consolas, monospace; letter-spacing: 2px; }
a.primary { display: block; text-align: center; text-decoration: none; font-weight: 600; padding: 11px 16px;
  border-radius: 9px; background: var(--accent); color: var(--accent-ink); margin: 18px 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; }
.row { display: flex; gap: 8px; margin: 10px 0; }
input, button { font: inherit; color: inherit; border-radius: 9px; border: 1px solid var(--line); padding: 9px 12px;
  background: var(--back); }
input { flex: 1; min-width: 0; font: 13px ui-monospace, "SF Mono", Consolas, monospace; }
button { cursor: pointer; }
`;
