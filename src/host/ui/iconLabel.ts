import { ThemeIcon } from 'vscode';

/**
 * The label of a row of a quick pick, with its icon apart: a screen reader would say the name of an icon in the label
 * before its words.
 */
export function iconLabel(icon: string, label: string): { readonly label: string; readonly iconPath: ThemeIcon } {
  return { label, iconPath: new ThemeIcon(icon) };
}
