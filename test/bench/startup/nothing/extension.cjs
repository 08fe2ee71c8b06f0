// The base line: an extension that does nothing. Like any other it asks for the API, which VS Code then creates for it.
require('vscode');

exports.activate = () => undefined;
