package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.conform.ApiRequests;
import dev.plimsoll.kube.conform.ConformNamespace;
import dev.plimsoll.kube.conform.ConformResult;
import dev.plimsoll.kube.conform.ConformRights;
import dev.plimsoll.kube.conform.ConformRun;
import dev.plimsoll.kube.conform.LiveRequests;
import dev.plimsoll.kube.conform.PlacementRun;
import dev.plimsoll.kube.conform.ServedVersions;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.report.ConformReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll conform}. */
@Command(
    name = "conform",
    mixinStandardHelpOptions = true,
    description = {
      "Compares your control plane with the model. Sends drawn sequences of requests to the API"
          + " server, in a namespace that it creates and deletes, and compares each verdict and"
          + " message with the model's."
    },
    footer = {
      "",
      "No pod is placed, and nothing outside of the namespace changes. A second run with the"
          + " seed sends the requests again.",
      "Exit code 1: an answer differs. Exit code 4: nothing differs, and not everything was"
          + " compared, or a right is missing. docs/conform.md explains more.",
      "Example: plimsoll conform --seed 7 --sequences 50 -o markdown"
    })
final class ConformCommand implements Callable<Integer> {
  private static final int MOST_SEQUENCES = 10_000;
  private static final Duration LONGEST_DELETION = Duration.ofSeconds(60);
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(15);

  @Spec private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed that the requests are drawn by (default: 1).")
  private long seed;

  @Option(
      names = "--sequences",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "The number of sequences, of 5 to 11 requests each (default: 60, a few minutes).")
  private int sequences;

  @Option(
      names = "--placements",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "The number of pods that a scheduler looks at (default: 0). No node can take the pods, so"
            + " nothing is placed. The scheduler's reasons are compared with the model's."
      })
  private int placements;

  @Option(
      names = "--scheduler-name",
      paramLabel = "NAME",
      defaultValue = "default-scheduler",
      description = "The scheduler of --placements (default: default-scheduler).")
  private String scheduler;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig to use instead of KUBECONFIG or ~/.kube/config.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig to use.")
  private @Nullable String context;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json, yaml or markdown (default: table). json and yaml are stable API.")
  private ConformFormat format;

  /** Only picocli makes one. */
  ConformCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    requireWithin("--sequences", sequences);
    requireWithin("--placements", placements);
    if (sequences + placements == 0) {
      throw new ParameterException(
          spec.commandLine(), "nothing to compare: --sequences and --placements are both 0");
    }
    ClusterAccess access =
        new ClusterAccess(Optional.ofNullable(kubeconfig), Optional.ofNullable(context));
    try (Connection connection = Connection.open(access)) {
      ApiRequests api = new LiveRequests(connection);
      ConformNamespace namespace = ConformNamespace.drawn(api);
      List<String> missing = new ConformRights(namespace.name()).missing(connection);
      if (!missing.isEmpty()) {
        error("this account may not " + String.join(", ", missing));
        return ExitCode.UNKNOWN;
      }
      return compare(access, api, namespace);
    }
  }

  private void requireWithin(String option, int number) {
    if (number < 0 || number > MOST_SEQUENCES) {
      throw new ParameterException(
          spec.commandLine(),
          "invalid " + option + " " + number + ": expected 0 to " + MOST_SEQUENCES);
    }
  }

  private int compare(ClusterAccess access, ApiRequests api, ConformNamespace namespace)
      throws InterruptedException {
    AtomicBoolean stopped = new AtomicBoolean();
    CountDownLatch ended = new CountDownLatch(1);
    Thread end =
        new Thread(
            () -> {
              stopped.set(true);
              await(ended);
              delete(namespace);
            },
            "plimsoll-conform-end");
    Runtime.getRuntime().addShutdownHook(end);
    try {
      err().println("note: comparing in namespace " + namespace.name());
      namespace.create();
      Cluster start = namespace.read(access);
      ServedVersions served = new ServedVersions(api);
      ConformResult result =
          new ConformRun(api, start, namespace.name(), seed, served::has, stopped::get)
              .run(sequences, i -> progress("sequence", i, sequences))
              .and(
                  new PlacementRun(
                          api,
                          () -> LiveCluster.read(access, n -> {}),
                          namespace.name(),
                          scheduler,
                          seed,
                          stopped::get)
                      .run(placements, i -> progress("pod", i, placements)));
      served
          .absent()
          .forEach(v -> err().println("note: without objects of " + v + ", which isn't served"));
      print(result, start);
      return exitCode(result);
    } catch (IOException e) {
      error(String.valueOf(e.getMessage()));
      return ExitCode.UNKNOWN;
    } finally {
      if (!stopped.get()) {
        delete(namespace);
        boolean unused = Runtime.getRuntime().removeShutdownHook(end);
      }
      ended.countDown();
    }
  }

  /** Waits for the request that is under way, so that nothing is created after the deletion. */
  private static void await(CountDownLatch ended) {
    try {
      boolean unused = ended.await(LONGEST_REQUEST.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void delete(ConformNamespace namespace) {
    try {
      if (!namespace.delete(LONGEST_DELETION)) {
        err().println("note: namespace " + namespace.name() + " is still being deleted");
      }
    } catch (IOException | RuntimeException e) {
      error(
          "namespace "
              + namespace.name()
              + " may be left: "
              + e.getMessage()
              + " Delete it with kubectl delete namespace "
              + namespace.name());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int exitCode(ConformResult result) {
    if (!result.differences().isEmpty()) {
      return ExitCode.WRONG;
    }
    return result.unknown().isEmpty() ? ExitCode.OK : ExitCode.UNKNOWN;
  }

  private void print(ConformResult result, Cluster cluster) {
    TerminalPrinter out = Plimsoll.out(spec);
    JsonObject report = ConformReport.of(result, seed, cluster.controlPlane());
    ConformText text = new ConformText(result, seed, cluster.controlPlane());
    switch (format) {
      case json -> out.print(Documents.json(report));
      case yaml -> out.print(Documents.yaml(report));
      case markdown -> out.print(text.markdown());
      default -> text.print(out);
    }
    out.flush();
  }

  private void progress(String what, int done, int all) {
    if (Terminal.isErrTerminal()) {
      err().print("\r" + what + " " + (done + 1) + " of " + all);
      err().print(done + 1 == all ? "\n" : "");
      err().flush();
    }
  }

  private void error(String sentence) {
    err().println("error: " + sentence);
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
