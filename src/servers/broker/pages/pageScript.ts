/**
 * Takes the code out of the address bar and the history, opens the editor, and copies. Everything works without it, too:
 * the link opens, the text can be copied by hand.
 */
export const pageScript = `{
history.replaceState(null, '', location.pathname);
const open = document.getElementById('open');
const copy = document.getElementById('copy');
const code = document.getElementById('code');
copy?.addEventListener('click', () => {
  const done = () => { copy.textContent = 'Copied'; };
  const byHand = () => { code.focus(); code.select(); };
  navigator.clipboard ? navigator.clipboard.writeText(code.value).then(done, byHand) : byHand();
});
if (open) location.assign(open.href);
}`;
