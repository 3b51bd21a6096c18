package dev.plimsoll.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.admission.uninstall.AdmissionUninstaller;
import dev.plimsoll.admission.uninstall.UninstallException;
import dev.plimsoll.admission.uninstall.UninstallStep;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.Format;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll uninstall admission}. */
@Command(
    name = "admission",
    mixinStandardHelpOptions = true,
    description = {
      "Removes all of the admission webhook from the cluster, for every way to install. The"
          + " order: the webhook that gates pods, the gates of waiting pods, the Deployment and its"
          + " rights, the QuotaLedgers, the Lease, the Secret of its CA."
    },
    footer = {
      "",
      "Other roles, the namespace and the definitions stay. A second run completes a partial"
          + " one. With Helm, run this before helm uninstall.",
      "It needs the rights to delete the objects of the role's manifests, to list ConfigMaps"
          + " and pods of its namespace, to list and patch pods, and to list and delete"
          + " QuotaLedgers. It stops at the first missing right, with exit code 4.",
      "Example: plimsoll uninstall admission --dry-run"
    })
final class UninstallAdmissionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

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
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description =
          "The namespace of the role (default: the namespace in its webhook, else plimsoll).")
  private @Nullable String namespace;

  @Option(
      names = "--dry-run",
      description = "Only let the API server check each step (server-side dry run).")
  private boolean isDryRun;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json or yaml (default: table). json and yaml are stable API.")
  private Format format;

  private final AdmissionUninstaller.Waits waits;

  /** Only picocli makes one. */
  UninstallAdmissionCommand() {
    this(AdmissionUninstaller.Waits.DEFAULT);
  }

  UninstallAdmissionCommand(AdmissionUninstaller.Waits waits) {
    this.waits = waits;
  }

  @Override
  public Integer call() {
    if (format == Format.wide || format == Format.name) {
      throw new ParameterException(
          spec.commandLine(), "invalid -o " + format + ": expected table, json or yaml");
    }
    List<UninstallStep> steps = new ArrayList<>();
    ClusterAccess access =
        new ClusterAccess(Optional.ofNullable(kubeconfig), Optional.ofNullable(context));
    try (Connection connection = Connection.open(access)) {
      new AdmissionUninstaller(connection, waits, isDryRun, steps::add)
          .run(Optional.ofNullable(namespace));
      return ExitCode.OK;
    } catch (UninstallException e) {
      spec.commandLine().getErr().println("error: " + e.getMessage());
      return ExitCode.PARTLY;
    } finally {
      print(steps);
    }
  }

  private void print(List<UninstallStep> steps) {
    TerminalPrinter out = Plimsoll.out(spec);
    switch (format) {
      case json -> out.print(Documents.json(report(steps)));
      case yaml -> out.print(Documents.yaml(report(steps)));
      default -> {
        if (steps.isEmpty()) {
          out.println("Nothing was left to remove.");
        } else {
          Table table = new Table("object", "outcome");
          steps.forEach(s -> table.row(s.object(), s.outcome()));
          out.table(table, true, false);
        }
      }
    }
    out.flush();
  }

  private JsonObject report(List<UninstallStep> steps) {
    JsonArray taken = new JsonArray();
    for (UninstallStep step : steps) {
      JsonObject each = new JsonObject();
      each.addProperty("object", step.object());
      each.addProperty("outcome", step.outcome());
      taken.add(each);
    }
    JsonObject report = new JsonObject();
    report.addProperty("dryRun", isDryRun);
    report.add("steps", taken);
    return report;
  }
}
