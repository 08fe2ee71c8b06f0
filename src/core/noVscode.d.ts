// `vscode` is this file in the projects of core and of the servers. It is not a module, so an import of it does not compile.
