import { ConfigurationTarget, workspace } from 'vscode';

/** Writes a user setting, by its whole name, unless it has this value: VS Code writes it as slowly when nothing changes. */
export async function setUserSetting(name: string, value: unknown): Promise<void> {
  const configuration = workspace.getConfiguration();
  if (configuration.inspect(name)?.globalValue === value) return;
  await configuration.update(name, value, ConfigurationTarget.Global);
}
