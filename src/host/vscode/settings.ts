import { extensions, workspace } from 'vscode';
import type manifest from '../../../package.json';

type Properties = typeof manifest.contributes.configuration.properties;
type SettingName = keyof Properties extends `roomside.${infer Name}` ? Name : never;
/** The type of a setting is that of its default in the manifest. */
type SettingValue<Name extends SettingName> = Properties[`roomside.${Name}`]['default'];

/**
 * The value of a setting of the manifest, without `roomside.` in its name. Its default if the user's JSON has a value of
 * another type. Settings that choose where code is sent have application scope: a workspace cannot set them.
 */
export function setting<Name extends SettingName>(name: Name): SettingValue<Name> {
  const value: unknown = workspace.getConfiguration('roomside').get(name);
  const { packageJSON } = extensions.getExtension('roomside.roomside') as { readonly packageJSON: typeof manifest };
  // Not by `inspect` of the configuration, which takes ten times as long as the rest.
  const fallback = packageJSON.contributes.configuration.properties[`roomside.${name}`].default as SettingValue<Name>;
  const isOfKind = typeof value === typeof fallback && value !== null && !Array.isArray(value);
  return isOfKind ? (value as SettingValue<Name>) : fallback;
}
