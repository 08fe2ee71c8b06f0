/**
 * Files and folders from which tools run code, or read which code to run, often as soon as a folder is opened, installed or
 * built. Each line starts with the documentation of the tool. A name that ends with `/` is a folder. `*` stands for any
 * characters of a name, and `?` for one; case is ignored.
 */
const documented: readonly (readonly [source: string, names: string])[] = [
  // Any program: by its ending, by the convention for run commands, or because it sets the environment of other programs.
  ['https://en.wikipedia.org/wiki/RUN_COMMANDS', '.*rc .*rc.* .profile .*_profile .zshenv .zprofile'],
  ['https://www.gnu.org/software/bash/manual/bash.html', '*.sh *.bash *.zsh *.fish *.command'],
  ['https://learn.microsoft.com/en-us/powershell/', '*.ps1 *.psm1 *.psd1 *.bat *.cmd *.vbs *.wsf'],
  ['https://github.com/motdotla/dotenv', '.env .env.*'],
  ['https://mise.jdx.dev/configuration.html', 'mise.toml mise.*.toml .mise.toml .mise/ .tool-versions'],
  ['https://www.jetify.com/docs/devbox/configuration/', 'devbox.json devbox.lock'],
  ['https://nix.dev/manual/nix/stable/', '*.nix flake.lock'],
  // Editors and debuggers
  ['https://code.visualstudio.com/docs/editor/workspace-trust', '.vscode/ *.code-workspace'],
  ['https://containers.dev/implementors/spec/', '.devcontainer/ .devcontainer.json'],
  ['https://www.jetbrains.com/help/idea/project-security.html', '.idea/ .fleet/ *.ipr *.iws'],
  ['https://zed.dev/docs/configuring-zed', '.zed/'],
  ['https://vimhelp.org/options.txt.html', '*.vim .nvim.lua'],
  ['https://www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html', '.dir-locals*.el'],
  ['https://www.sublimetext.com/docs/build_systems.html', '*.sublime-project *.sublime-build'],
  ['https://sourceware.org/gdb/current/onlinedocs/gdb.html/Auto_002dloading.html', '.gdbinit *-gdb.* .lldbinit'],
  ['https://www.typescriptlang.org/tsconfig/#plugins', 'tsconfig*.json jsconfig*.json'],
  // Agents
  ['https://agents.md', 'agents.md agents.override.md .agents/ .codex/'],
  ['https://docs.claude.com/en/docs/claude-code/settings', 'claude.md claude.local.md .claude/'],
  ['https://modelcontextprotocol.io', '.mcp.json mcp.json'],
  ['https://docs.cursor.com/context/rules', '.cursor/ .cursorrules'],
  ['https://docs.windsurf.com/windsurf/cascade/memories', '.windsurf/ .windsurfrules'],
  ['https://google-gemini.github.io/gemini-cli/', 'gemini.md .gemini/'],
  ['https://docs.cline.bot', '.clinerules .clinerules/'],
  ['https://docs.roocode.com', '.roo/ .roorules*'],
  ['https://docs.continue.dev', '.continue/ .continuerules'],
  ['https://aider.chat/docs/config/aider_conf.html', '.aider*'],
  ['https://opencode.ai/docs/config/', 'opencode.json* .opencode/'],
  ['https://kiro.dev/docs/', '.kiro/'],
  ['https://www.jetbrains.com/help/junie/', '.junie/'],
  [
    'https://docs.github.com/en/copilot/how-tos/configure-custom-instructions',
    '.goosehints qwen.md crush.md .amazonq/ .augment/ .trae/ copilot-instructions.md',
  ],
  // Git and its hooks
  ['https://git-scm.com/docs/gitattributes', '.gitattributes .gitmodules .gitconfig .githooks/'],
  ['https://typicode.github.io/husky/', '.husky/'],
  ['https://lefthook.dev/configuration/', 'lefthook.* .lefthook.* .lefthook/'],
  ['https://pre-commit.com', '.pre-commit-*.yaml'],
  ['https://docs.trunk.io/code-quality', '.trunk/'],
  ['https://docs.captainhook.info', 'captainhook.json grumphp.y*ml'],
  // Build servers
  ['https://docs.github.com/en/actions', '.github/ action.yml action.yaml'],
  ['https://docs.gitea.com/usage/actions/overview', '.gitea/'],
  ['https://forgejo.org/docs/latest/user/actions/', '.forgejo/'],
  ['https://docs.renovatebot.com/configuration-options/', 'renovate.json*'],
  ['https://docs.gitlab.com/ci/yaml/', '.gitlab/ *.gitlab-ci.yml'],
  ['https://docs.travis-ci.com/user/customizing-the-build/', '.travis.yml'],
  ['https://www.appveyor.com/docs/appveyor-yml/', 'appveyor.yml .appveyor.yml'],
  ['https://circleci.com/docs/configuration-reference/', '.circleci/'],
  ['https://cirrus-ci.org/guide/writing-tasks/', '.cirrus.yml .cirrus.star'],
  ['https://docs.semaphore.io', '.semaphore/'],
  ['https://www.jetbrains.com/help/teamcity/kotlin-dsl.html', '.teamcity/'],
  ['https://buildkite.com/docs/pipelines', '.buildkite/ buildkite.yml'],
  ['https://docs.drone.io/pipeline/overview/', '.drone.yml'],
  ['https://woodpecker-ci.org/docs/usage/intro', '.woodpecker/ .woodpecker.yml'],
  ['https://www.jenkins.io/doc/book/pipeline/jenkinsfile/', 'jenkinsfile* *.jenkinsfile'],
  ['https://learn.microsoft.com/en-us/azure/devops/pipelines/', 'azure-pipelines*.yml'],
  ['https://support.atlassian.com/bitbucket-cloud/docs/', 'bitbucket-pipelines.yml'],
  ['https://cloud.google.com/build/docs/build-config-file-schema', 'cloudbuild.y*ml'],
  ['https://docs.netlify.com', 'netlify.toml'],
  ['https://vercel.com/docs/project-configuration', 'vercel.json'],
  ['https://docs.aws.amazon.com/codebuild/latest/userguide/', 'buildspec*.yml appspec.y*ml amplify.yml samconfig.toml'],
  ['https://docs.aws.amazon.com/cdk/v2/guide/', 'cdk.json'],
  ['https://www.serverless.com/framework/docs', 'serverless.*'],
  ['https://www.pulumi.com/docs/iac/concepts/projects/', 'pulumi*.yaml'],
  ['https://developers.cloudflare.com/workers/wrangler/configuration/', 'wrangler.toml wrangler.json*'],
  ['https://fly.io/docs/reference/configuration/', 'fly.toml'],
  ['https://devcenter.heroku.com/articles/build-docker-images-heroku-yml', 'heroku.yml'],
  ['https://ona.com/docs/classic/user/references/gitpod-yml', '.gitpod.yml .gitpod.dockerfile .replit'],
  // Builds of any language
  ['https://www.gnu.org/software/make/manual/make.html', 'makefile* gnumakefile *.mk'],
  ['https://just.systems/man/en/', 'justfile .justfile'],
  ['https://taskfile.dev', 'taskfile*.y*ml'],
  ['https://devcenter.heroku.com/articles/procfile', 'procfile*'],
  ['https://developer.hashicorp.com/vagrant/docs/vagrantfile', 'vagrantfile'],
  ['https://docs.earthly.dev/docs/earthfile', 'earthfile'],
  ['https://docs.tilt.dev/tiltfile_concepts.html', 'tiltfile'],
  ['https://docs.docker.com/reference/', 'dockerfile* *.dockerfile containerfile* compose*.y*ml docker-compose*.y*ml'],
  ['https://skaffold.dev/docs/references/yaml/', 'skaffold*.yaml devspace.yaml garden.yml docker-bake.*'],
  ['https://helm.sh/docs/topics/charts/', 'chart.yaml helmfile*.yaml kustomization.y*ml'],
  ['https://docs.ansible.com/ansible/latest/reference_appendices/config.html', 'ansible.cfg'],
  ['https://docs.ddev.com', '.ddev/ .lando*.yml'],
  ['https://docs.dagger.io', 'dagger.json'],
  ['https://moonrepo.dev/docs/config', '.moon/ moon.yml'],
  ['https://buck2.build/docs/', 'buck .buckconfig* pants*.toml repo.bazel workspace.bzlmod'],
  ['https://scons.org/doc/production/HTML/scons-user.html', 'sconstruct sconscript wscript xmake.lua premake5.lua'],
  ['https://docs.conan.io/2/', 'conanfile.* vcpkg*.json'],
  ['https://ziglang.org/learn/build-system/', 'build.zig build.zig.zon'],
  ['https://docs.brew.sh/Brew-Bundle-and-Brewfile', 'brewfile'],
  ['https://bazel.build/reference', 'build build.bazel workspace workspace.bazel module.bazel* *.bzl'],
  ['https://cmake.org/cmake/help/latest/', 'cmakelists.txt *.cmake cmake*presets.json'],
  ['https://mesonbuild.com/Syntax.html', 'meson.build meson*.txt'],
  ['https://www.gnu.org/software/autoconf/manual/autoconf.html', 'configure configure.ac'],
  ['https://clangd.llvm.org/config', '.clangd compile_commands.json compile_flags.txt'],
  // JavaScript
  ['https://docs.npmjs.com/cli/configuring-npm/package-json', 'package.json package-lock.json npm-shrinkwrap.json'],
  ['https://yarnpkg.com/configuration/yarnrc', '.yarn/ yarn.lock yarn.config.* .pnp.*'],
  ['https://pnpm.io/pnpmfile', '.pnpmfile.* pnpm-workspace.yaml pnpm-lock.yaml'],
  ['https://bun.sh/docs/runtime/bunfig', 'bunfig.toml bun.lock*'],
  ['https://docs.deno.com/runtime/fundamentals/configuration/', 'deno.json* deno.lock'],
  ['https://nx.dev/reference/nx-json', 'nx.json project.json lerna.json'],
  ['https://turborepo.com/docs/reference/configuration', 'turbo.json'],
  ['https://angular.dev/reference/configs/workspace-config', 'angular.json'],
  ['https://eslint.org/docs/latest/use/configure/', '*.config.js *.config.?js *.config.ts *.config.?ts'],
  ['https://gulpjs.com/docs/en/getting-started/javascript-and-gulpfiles/', 'gulpfile.* gruntfile.* jakefile*'],
  // Python
  ['https://packaging.python.org/en/latest/guides/', 'setup.py setup.cfg pyproject.toml hatch.toml hatch_build.py'],
  ['https://docs.python.org/3/library/site.html', 'sitecustomize.py usercustomize.py *.pth'],
  ['https://docs.pytest.org/en/stable/', 'conftest.py pytest.ini .pytest.ini'],
  ['https://tox.wiki', 'tox.ini'],
  ['https://docs.pyinvoke.org', 'tasks.py fabfile.py dodo.py manage.py alembic.ini'],
  ['https://pylint.readthedocs.io', 'pylintrc ruff.toml .ruff.toml .python-version .node-version .ruby-version'],
  ['https://www.sphinx-doc.org/en/master/usage/configuration.html', 'conf.py mkdocs.y*ml _config.yml book.toml'],
  ['https://snakemake.readthedocs.io', 'snakefile *.nf nextflow.config dvc.yaml dbt_project.yml'],
  ['https://nox.thea.codes', 'noxfile.py'],
  ['https://mypy.readthedocs.io/en/stable/config_file.html', 'mypy.ini .mypy.ini'],
  ['https://pip.pypa.io/en/stable/reference/', 'requirements*.txt *-requirements.txt constraints*.txt'],
  ['https://docs.conda.io/projects/conda/en/stable/', 'environment.y*ml'],
  ['https://pipenv.pypa.io', 'pipfile*'],
  ['https://python-poetry.org/docs/', 'poetry.lock poetry.toml'],
  ['https://pdm-project.org', 'pdm.lock'],
  ['https://docs.astral.sh/uv/', 'uv.lock uv.toml'],
  ['https://pixi.sh/latest/', 'pixi.toml pixi.lock'],
  // Other languages
  ['https://doc.rust-lang.org/cargo/', 'cargo.toml cargo.lock build.rs .cargo/ rust-toolchain*'],
  ['https://go.dev/ref/mod', 'go.mod go.sum go.work go.work.sum'],
  ['https://docs.gradle.org/current/userguide/', '*.gradle *.gradle.kts gradlew gradle.properties libs.versions.toml'],
  ['https://docs.gradle.org/current/userguide/gradle_wrapper.html', 'gradle/ buildsrc/ *.lockfile'],
  ['https://maven.apache.org/guides/', 'pom.xml .mvn/ mvnw'],
  ['https://ant.apache.org/manual/', 'build.xml ivy.xml'],
  ['https://www.scala-sbt.org/1.x/docs/', '*.sbt'],
  ['https://mill-build.org', 'build.sc build.mill'],
  ['https://learn.microsoft.com/en-us/visualstudio/msbuild/', '*.*proj *.props *.targets *.sln* *.rsp'],
  ['https://learn.microsoft.com/en-us/nuget/', 'nuget.config packages.config packages.lock.json global.json'],
  ['https://bundler.io/guides/gemfile.html', 'gemfile* *.gemspec rakefile* *.rake guardfile .rspec'],
  ['https://getcomposer.org/doc/04-schema.md', 'composer.json composer.lock'],
  ['https://docs.phpunit.de', 'phpunit.xml* phpstan*.neon* psalm.xml* rector.php .php-cs-fixer*'],
  ['https://www.php.net/manual/en/configuration.file.per-user.php', '.user.ini .htaccess'],
  ['https://docs.swift.org/package-manager/', 'package.swift package.resolved *.pbxproj'],
  ['https://guides.cocoapods.org/using/the-podfile.html', 'podfile* cartfile* dangerfile capfile config.ru'],
  ['https://developer.apple.com/documentation/xcode', '*.xcscheme *.xcconfig tuist/ project.yml'],
  ['https://metacpan.org/pod/ExtUtils::MakeMaker', 'build.pl cpanfile'],
  ['https://rstudio.github.io/renv/', '.rprofile .renviron renv.lock'],
  ['https://docs.fastlane.tools/advanced/Fastfile/', 'fastlane/'],
  ['https://hexdocs.pm/mix/', 'mix.exs mix.lock .iex.exs'],
  ['https://rebar3.org/docs/', 'rebar.config rebar.lock'],
  ['https://dart.dev/tools/pub/pubspec', 'pubspec.yaml pubspec.lock'],
  ['https://cabal.readthedocs.io', '*.cabal cabal.project* setup.hs .ghci'],
  ['https://docs.haskellstack.org', 'stack.yaml*'],
  ['https://dune.readthedocs.io', 'dune dune-project'],
  ['https://clojure.org/reference/deps_edn', 'deps.edn project.clj bb.edn shadow-cljs.edn'],
  ['https://developer.hashicorp.com/terraform/language', '*.tf *.tfvars .terraform* terragrunt.hcl'],
];

const patterns = documented
  .flatMap(([, names]) => names.split(' '))
  .map((name) => name.replace(/[.+^$()|{}[\]\\]/g, '\\$&'));
const sources = patterns.map((name) => name.replace(/\*/g, '[^/]*').replace(/\?/g, '[^/]'));
const isFolder = (source: string): boolean => source.endsWith('/');
const executed = new RegExp(
  `(?:^|/)(?:(?:${sources.filter(isFolder).join('|')})|(?:${sources.filter((source) => !isFolder(source)).join('|')})$)`,
  'i',
);

/** Of no system. The pattern would take long, and such a name is no usual one. */
const maxPathLength = 4_096;

/**
 * Whether tools execute a file or read it as configuration, by its path.
 * @param path with `/`
 */
export function isExecutedByTools(path: string): boolean {
  return path.length > maxPathLength || executed.test(path);
}
