package dev.plimsoll.stage;

import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.Way;
import dev.plimsoll.stage.install.Ways;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Installs what is shipped on a real control plane, runs its pods, and asks from outside. */
@Command(name = "run", mixinStandardHelpOptions = true)
public final class StageCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WAY",
      description =
          "Only ways whose name contains this, such as admission or 'helm console'. Default: all.")
  private List<String> chosen = List.of();

  @Option(
      names = {"-o", "--output"},
      defaultValue = "text",
      description = "text or json.")
  private String output;

  @Option(
      names = "--rights",
      description =
          "Compare what roles are granted with what they ask, and write docs/rights.md. By default of ways that use all roles.")
  private boolean rights;

  @Option(
      names = "--exec",
      paramLabel = "COMMAND",
      description =
          "Instead of asking, run a command of bash on each way that is installed, with KUBECONFIG, LOGS and MANIFESTS set.")
  private Optional<String> exec = Optional.empty();

  @Option(names = "--list", description = "Print the names of the ways, and end.")
  private boolean list;

  /** Together these use all roles, in all that they do. */
  private static final List<String> OF_ALL_ROLES =
      List.of("kustomize everything ", "kustomize second-scheduler ", "kustomize advisor/apply ");

  private static final List<String> INSTALLERS = List.of("kustomize", "helm", "yaml");

  private final Path project = Path.of(System.getProperty("plimsoll.root"));
  private final Path work = Path.of(System.getProperty("plimsoll.stage.work"));
  private final Path manifests = project.resolve("manifests");

  /** Runs the command, and ends with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new StageCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (list) {
      for (String installer : INSTALLERS) {
        Ways.of(manifests).forEach(way -> System.out.println(installer + " " + way.name()));
      }
      return 0;
    }
    Table table = new Table(System.err);
    String origin;
    String version;
    List<String> differences = List.of();
    try (Session session = new Session(project, work, rights ? "" : "monitoring", table)) {
      version = Installers.version(session.cluster());
      origin = session.cluster().imageOrigin();
      for (String installer : INSTALLERS) {
        for (Way way : Ways.of(manifests)) {
          if (isChosen(installer + " " + way.name())) {
            session.play(installer, way.name(), (run, its) -> play(run, its, way));
          }
        }
      }
      if (rights) {
        differences = session.rights().write(manifests, project.resolve("docs/rights.md"));
      }
    }
    if (output.equals("json")) {
      System.out.println(table.json());
    } else {
      System.out.println(
          "Control plane %s; containers: %s; %s.\n\n%s"
              .formatted(version, origin, System.getenv("PLIMSOLL_STAGE"), table.markdown()));
    }
    differences.forEach(System.out::println);
    return table.hasFailed() || !differences.isEmpty() ? 1 : 0;
  }

  private void play(StageRun run, Installer installer, Way way) throws Exception {
    if (exec.isPresent()) {
      run.exec(installer, way, exec.get());
    } else if (installer.has(way)) {
      run.play(installer, way);
    }
  }

  private boolean isChosen(String name) {
    if (rights && chosen.isEmpty()) {
      return OF_ALL_ROLES.contains(name + " ");
    }
    return chosen.isEmpty() || chosen.stream().anyMatch(each -> (name + " ").contains(each));
  }
}
