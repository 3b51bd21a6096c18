package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quota.QuotaKeyUsage;
import dev.plimsoll.model.quota.QuotaKeyUsages;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code plimsoll quota describe}. */
@Command(
    name = "describe",
    mixinStandardHelpOptions = true,
    description = {"Prints one quota as kubectl describe quota does, and how much of it runs."},
    footer = {
      "",
      "Example: plimsoll quota describe gpu-quota --snapshot examples/gpu-tenants.json -n vision"
    })
final class QuotaDescribeCommand extends ClusterCommand {
  private static final Map<String, String> SCOPES =
      Map.of(
          "Terminating",
          "Matches all pods that have an active deadline.",
          "NotTerminating",
          "Matches all pods that do not have an active deadline.",
          "BestEffort",
          "Matches all pods that do not have resource requirements set. These pods have a best"
              + " effort quality of service.",
          "NotBestEffort",
          "Matches all pods that have at least one resource requirement set. These pods have a"
              + " burstable or guaranteed quality of service.");

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "The quota's name.")
  private String name = "";

  /** Only picocli makes one. */
  QuotaDescribeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (name.isEmpty()) {
      name = cluster.wordAfterSnapshots().orElse("");
    }
    if (name.isEmpty()) {
      throw new InputException("missing argument: plimsoll quota describe NAME");
    }
    return super.call();
  }

  @Override
  CommandResult answer(Simulation simulation) {
    ResourceQuota quota = find(simulation);
    List<QuotaKeyUsage> usages =
        QuotaKeyUsages.of(simulation.cluster(), quota.namespace()).stream()
            .filter(u -> u.quota().equals(name))
            .toList();
    return new CommandResult(
        () -> QuotaReport.of(usages, simulation.cluster(), quota.namespace()),
        out -> {
          print(out, quota, usages);
          new UnreadText(out, cluster.isLive())
              .print(QuotaKeyUsages.unread(simulation.cluster(), quota.namespace()));
        },
        false);
  }

  private ResourceQuota find(Simulation simulation) {
    List<ResourceQuota> named =
        simulation.cluster().list(ResourceQuota.class).stream()
            .filter(q -> q.name().equals(name))
            .filter(q -> cluster.namespace().map(q.namespace()::equals).orElse(true))
            .toList();
    if (named.size() == 1) {
      return named.get(0);
    }
    List<String> all =
        simulation.cluster().list(ResourceQuota.class).stream()
            .filter(q -> cluster.namespace().map(q.namespace()::equals).orElse(true))
            .map(q -> q.namespace() + "/" + q.name())
            .toList();
    if (named.isEmpty()) {
      throw NameSuggestions.notFound("resourcequota", name, cluster.namespace(), all);
    }
    throw NameSuggestions.ambiguous(
        "resourcequota", name, named.stream().map(ResourceQuota::namespace).toList());
  }

  private void print(TerminalPrinter out, ResourceQuota quota, List<QuotaKeyUsage> usages) {
    out.println("Name:       " + quota.name());
    out.println("Namespace:  " + quota.namespace());
    if (!quota.spec().scopes().isEmpty()) {
      out.println("Scopes:     " + String.join(", ", quota.spec().scopes()));
      quota.spec().scopes().stream()
          .filter(SCOPES::containsKey)
          .forEach(s -> out.println(" * " + SCOPES.get(s)));
    }
    Table table = new Table("resource", "used", "hard", "placed", "pending", "nodes give", "binds");
    for (QuotaKeyUsage usage : usages) {
      table.row(
          usage.key(),
          usage.used().map(Quantity::toString).orElse("0"),
          usage.hard(),
          usage.placed().map(Quantity::toString).orElse(UnreadText.MARK),
          usage.pending().map(Quantity::toString).orElse(UnreadText.MARK),
          usage.available().map(Quantity::toString).orElse(""),
          usage.binds() ? "*" : "");
    }
    output.print(out, table);
  }
}
