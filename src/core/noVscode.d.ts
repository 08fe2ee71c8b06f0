// `vscode` is this file in the project of core. It is not a module, so an import of it does not compile.
