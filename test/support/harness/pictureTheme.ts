import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

/** One theme of each kind of VS Code, by its name, with the value of `workbench.colorTheme`. */
const settingOf = {
  'Dark Modern': 'Dark Modern',
  'Dark High Contrast': 'Default High Contrast',
  'Light High Contrast': 'Default High Contrast Light',
  'Light Modern': 'Light Modern',
} as const;

type Theme = keyof typeof settingOf;

export const themes = Object.keys(settingOf) as readonly Theme[];

/** The color theme of a run that takes pictures for reviewers, by its name. Other runs take none. */
export const pictureTheme = process.env.ROOMSIDE_PICTURES;

/** The window of the documents' pictures: its text can be read where a page shows them 836 pixels wide. */
export const documentSize = { width: 960, height: 600 };

/** Where the browser tests put screenshots: a folder for each theme. */
export const pictureFolder = path.join(
  projectRoot,
  'out/screenshots',
  pictureTheme?.toLowerCase().replaceAll(' ', '-') ?? '',
);

/** The settings of the windows of such a run. */
export function themeSettings(): Readonly<Record<string, string>> {
  if (pictureTheme === undefined) return {};
  const theme = themes.find((name) => name === pictureTheme);
  if (theme === undefined) throw new Error(`ROOMSIDE_PICTURES is not one of ${themes.join(', ')}`);
  return { 'workbench.colorTheme': settingOf[theme] };
}
