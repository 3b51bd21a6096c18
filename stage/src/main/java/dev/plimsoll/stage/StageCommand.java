package dev.plimsoll.stage;

import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.install.HelmChart;
import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.Kustomize;
import dev.plimsoll.stage.install.PlainYaml;
import dev.plimsoll.stage.install.Way;
import dev.plimsoll.stage.install.Ways;
import dev.plimsoll.testkit.json.JsonPaths;
import java.nio.file.Path;
import java.util.List;
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

  @Option(names = "--list", description = "Print the names of the ways, and end.")
  private boolean list;

  private final Path project = Path.of(System.getProperty("plimsoll.root"));
  private final Path work = Path.of(System.getProperty("plimsoll.stage.work"));
  private final Path programs = Path.of(System.getenv("KUBEBUILDER_ASSETS"));
  private final Path manifests = project.resolve("manifests");

  /** Runs the command, and ends with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new StageCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (list) {
      for (String installer : List.of("kustomize", "helm", "yaml")) {
        Ways.of(manifests).forEach(way -> System.out.println(installer + " " + way.name()));
      }
      return 0;
    }
    Table table = new Table(System.err);
    String origin;
    String version;
    try (Cluster cluster = new Cluster(work, project, programs)) {
      version = JsonPaths.text(cluster.api().get("/version"), "gitVersion");
      origin = cluster.imageOrigin();
      StageRun run = new StageRun(cluster, manifests, table);
      for (Installer installer : installers(cluster, version)) {
        for (Way way : Ways.of(manifests)) {
          if (isChosen(installer.name() + " " + way.name())) {
            run.play(installer, way);
          }
        }
      }
    }
    if (output.equals("json")) {
      System.out.println(table.json());
    } else {
      System.out.println(
          "Control plane %s; containers: %s; %s.\n\n%s"
              .formatted(version, origin, System.getenv("PLIMSOLL_STAGE"), table.markdown()));
    }
    return table.hasFailed() ? 1 : 0;
  }

  private boolean isChosen(String name) {
    return chosen.isEmpty() || chosen.stream().anyMatch(each -> (name + " ").contains(each));
  }

  private List<Installer> installers(Cluster cluster, String version) {
    Path chart = manifests.resolve("chart");
    return List.of(
        new Kustomize(cluster.kubectl(), manifests, work.resolve("manifests")),
        new HelmChart(chart, cluster.kubectl().kubeconfig(), work.resolve("values.yaml")),
        new PlainYaml(cluster.kubectl(), chart, work.resolve("yaml"), version));
  }
}
