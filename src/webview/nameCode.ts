const maxCharacters = 80;

/** Names blocks of code, which can have the focus: by the bar above, which says where the code is from, else by its first line. */
export function nameCode(part: ParentNode): void {
  for (const code of part.querySelectorAll('pre')) {
    const place = code.previousElementSibling?.querySelector('.place, .fileName') ?? code.querySelector('code');
    code.role = 'group';
    code.ariaLabel = (place?.textContent ?? '').trim().split('\n', 1)[0]?.slice(0, maxCharacters) ?? '';
  }
}
