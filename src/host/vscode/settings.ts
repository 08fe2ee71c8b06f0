import { extensions, workspace } from 'vscode';
import type manifest from '../../../package.json';

/** In each section, TypeScript gives the settings of the others as absent. */
type Properties = (typeof manifest.contributes.configuration)[number]['properties'];
type SettingName = keyof Properties extends `roomside.${infer Name}` ? Name : never;
/** The type of a setting is that of its default in the manifest. */
type SettingValue<Name extends SettingName> = NonNullable<Properties[`roomside.${Name}`]>['default'];
type Property = { readonly default: unknown; readonly minimum?: number; readonly maximum?: number };

/**
 * The value of a setting of the manifest, by its name without `roomside.`; its default for another type, or a number that is not
 * whole or beyond its limits. Settings that choose where code is sent have application scope: a workspace cannot set them.
 */
export function setting<Name extends SettingName>(name: Name): SettingValue<Name> {
  const value: unknown = workspace.getConfiguration('roomside').get(name);
  const { packageJSON } = extensions.getExtension('roomside.roomside') as { readonly packageJSON: typeof manifest };
  // Not by `inspect` of the configuration, which takes ten times as long as the rest.
  const properties = packageJSON.contributes.configuration.map((section): Properties => section.properties);
  const property = properties.find((each) => each[`roomside.${name}`])?.[`roomside.${name}`] as Property;
  const { default: fallback, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = property;
  const isOfKind = typeof value === typeof fallback && value !== null && !Array.isArray(value);
  // VS Code only underlines it.
  const isBeyond = typeof value === 'number' && !(Number.isInteger(value) && value >= minimum && value <= maximum);
  return (isOfKind && !isBeyond ? value : fallback) as SettingValue<Name>;
}
