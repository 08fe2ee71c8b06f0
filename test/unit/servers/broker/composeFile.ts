import { parse } from 'yaml';
import { projectText } from '../../project/projectFiles.ts';

interface ComposeFile {
  readonly services: {
    readonly 'broker-1': { readonly environment: Readonly<Record<string, string>>; readonly stop_grace_period: string };
    readonly 'broker-2': object;
    readonly redis: { readonly command: string };
  };
}

/** The services of docker/compose.yaml. */
export const { services } = parse(projectText('docker/compose.yaml')) as ComposeFile;
/** Where the compose file mounts the secrets. */
export const secretFolder = '/run/secrets';
