/** A mistake in the configuration, said in one line that names the setting and never its value where that is a secret. */
export class ConfigError extends Error {}
