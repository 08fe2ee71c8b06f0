/** Why a file of this name should not be shared: such files usually contain local settings, keys or credentials. */
export type NameRisk = 'environment' | 'key' | 'credentials';

const names: readonly (readonly [NameRisk, RegExp])[] = [
  ['environment', /^(?:.*\.)?env(?:rc)?(?:\..*)?$/i],
  ['key', /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx|asc|gpg)$/i],
  [
    'credentials',
    /^(?:\.npmrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|\.htpasswd|\.pgpass|\.dockercfg|kubeconfig|credentials|(?:terraform|.*)\.tfvars|.*\.tfstate(?:\.backup)?|secrets?\.(?:ya?ml|json|toml)|service-?account.*\.json|.*\.mobileprovision|.*\.ovpn)$/i,
  ],
];
/** Templates and examples of such files are meant to be shared. */
const templateName = /(?:^|[._-])(?:example|sample|template|dist|defaults?)(?:[._-]|$)/i;
const folders: readonly RegExp[] = [/\.docker[\\/]config\.json$/i, /\.kube[\\/]config$/i, /\.aws[\\/]credentials$/i];

/** Classifies a file by its name, before it is read. `path` may be only a name, with either separator. */
export function riskyFileName(path: string): NameRisk | undefined {
  if (folders.some((each) => each.test(path))) return 'credentials';
  const name = path.split(/[\\/]/).at(-1) ?? '';
  if (templateName.test(name)) return undefined;
  return names.find(([, each]) => each.test(name))?.[0];
}
