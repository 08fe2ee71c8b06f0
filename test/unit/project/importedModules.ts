/** The modules that a source imports, in every form: import, export from, import() as value or as type, require(). */
export function importedModules(text: string): readonly string[] {
  const forms = [
    /\bfrom\s+(['"])([^'"]+)\1/g,
    /\bimport\s+(['"])([^'"]+)\1/g,
    /\b(?:import|require)\(\s*(['"])([^'"]+)\1/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map((match) => match[2] ?? ''));
}
