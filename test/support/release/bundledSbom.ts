/** The part of a CycloneDX document that is read here. */
export interface Sbom {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly component: SbomComponent };
  readonly components: readonly SbomComponent[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [field: string]: unknown;
}

export interface SbomComponent {
  readonly name: string;
  readonly version?: string;
  readonly 'bom-ref'?: unknown;
  readonly [field: string]: unknown;
}

interface PackageFacts {
  readonly sha256: string;
  /** In whole seconds since the epoch. */
  readonly timeS: number;
}

/** A package in ThirdPartyNotices.txt, with the packages inside of it. */
interface NamedPackage {
  readonly name: string;
  readonly version: string;
  readonly contained: readonly string[];
}

/** What ThirdPartyNotices.txt names: the packages that the bundles really contain, as esbuild reports them. */
export function namedPackages(notices: string): readonly NamedPackage[] {
  return notices.split(/\n-{80}\n\n/).flatMap((section) => {
    const [, name, version] = /^(\S+) (\S+) \(.+\)$/m.exec(section.split('\n', 1)[0] ?? '') ?? [];
    if (name === undefined || version === undefined) return [];
    const inner = [...section.matchAll(/^(\S+) contains (\S+)\.$/gm)].filter(([, outer]) => outer === name);
    return [{ name, version, contained: inner.map(([, , each = '']) => each) }];
  });
}

/**
 * The SBOM of the package. All packages are development dependencies for npm, because none is installed with the extension:
 * of npm's SBOM stay those that are bundled, and those that were bundled into them are added.
 * @param all the output of `npm sbom --sbom-format cyclonedx`
 * @throws Error when npm does not know a bundled package
 */
export function bundledSbom(all: Sbom, notices: string, { sha256, timeS }: PackageFacts): Sbom {
  const named = namedPackages(notices);
  const components = named.map(({ name, version, contained }): SbomComponent => {
    const component = all.components.find((each) => fullName(each) === name && each.version === version);
    if (component === undefined) throw new Error(`npm's SBOM does not have ${name} ${version}, which is bundled.`);
    const { scope: _, properties: __, ...kept } = component;
    const inner = contained.map((each) => ({ type: 'library', 'bom-ref': `${name}#${each}`, name: each }));
    return { ...kept, scope: 'required', ...(inner.length > 0 && { components: inner }) };
  });
  const refs = new Set([...components, all.metadata.component].map((component) => component['bom-ref']));
  const { component, tools } = all.metadata;
  // npm takes the name of the folder, and the key of the translated description.
  const { properties: ___, description: ____, ...product } = component;
  // Without a serial number, which is random: there is one document for one package.
  const { serialNumber: _____, ...document } = all;
  return {
    ...document,
    metadata: {
      timestamp: new Date(timeS * 1000).toISOString(),
      tools,
      component: { ...product, name: 'roomside', type: 'application', hashes: [{ alg: 'SHA-256', content: sha256 }] },
    },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}

/** npm writes the scope of a name into it or beside it, as its version is. */
function fullName({ name, group }: SbomComponent): string {
  return typeof group === 'string' && group !== '' ? `${group}/${name}` : name;
}
