package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code plimsoll quota describe}. */
@Command(
    name = "describe",
    mixinStandardHelpOptions = true,
    description = {"Prints one quota like kubectl describe quota, and how much of the usage runs."},
    footer = {
      "",
      "Example: plimsoll quota describe gpu-quota --snapshot examples/gpu-tenants.json -n vision"
    })
final class QuotaDescribeCommand extends ClusterCommand {
  private static final int MOST_SHOWN = 20;
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
    Cluster now = simulation.cluster();
    boolean isOverSeveral =
        named(now).isEmpty()
            && QuotaKeyUsages.of(now).stream()
                .anyMatch(u -> u.namespace().isEmpty() && u.quota().equals(name));
    if (!isOverSeveral) {
      return answer(now, find(now));
    }
    Optional<LedgerSummary> ledger =
        now.list(LedgerSummary.class).stream().filter(l -> l.quota().equals(name)).findFirst();
    return answer(now, "", ledger, out -> printHeading(out, ledger));
  }

  private CommandResult answer(Cluster now, ResourceQuota quota) {
    Optional<LedgerSummary> ledger =
        now.list(LedgerSummary.class).stream().filter(l -> l.isOf(quota)).findFirst();
    return answer(now, quota.namespace(), ledger, out -> printHeading(out, quota));
  }

  private CommandResult answer(
      Cluster now,
      String namespace,
      Optional<LedgerSummary> ledger,
      Consumer<TerminalPrinter> heading) {
    List<QuotaKeyUsage> usages =
        QuotaKeyUsages.of(now).stream()
            .filter(u -> u.namespace().equals(namespace) && u.quota().equals(name))
            .toList();
    return new CommandResult(
        () -> QuotaReport.of(usages, now, namespace),
        out -> {
          heading.accept(out);
          output.print(out, QuotaTable.describe(usages));
          ledger.ifPresent(l -> printReservations(out, l, now));
          new UnreadText(out, cluster.isLive()).print(QuotaKeyUsages.unread(now, namespace));
        },
        false);
  }

  private List<ResourceQuota> named(Cluster now) {
    return all(now).filter(q -> q.name().equals(name)).toList();
  }

  private Stream<ResourceQuota> all(Cluster now) {
    return now.list(ResourceQuota.class).stream()
        .filter(q -> cluster.namespace().map(q.namespace()::equals).orElse(true));
  }

  private ResourceQuota find(Cluster now) {
    List<ResourceQuota> named = named(now);
    if (named.size() == 1) {
      return named.get(0);
    }
    if (named.isEmpty()) {
      List<String> all = all(now).map(q -> q.namespace() + "/" + q.name()).toList();
      throw NameSuggestions.notFound("resourcequota", name, cluster.namespace(), all);
    }
    throw NameSuggestions.ambiguous(
        "resourcequota", name, named.stream().map(ResourceQuota::namespace).toList());
  }

  private void printHeading(TerminalPrinter out, Optional<LedgerSummary> ledger) {
    out.println("Name:        " + name);
    ledger.ifPresent(
        l -> out.println("Namespaces:  " + String.join(", ", new TreeSet<>(l.namespaces()))));
  }

  private static void printHeading(TerminalPrinter out, ResourceQuota quota) {
    out.println("Name:       " + quota.name());
    out.println("Namespace:  " + quota.namespace());
    if (!quota.spec().scopes().isEmpty()) {
      out.println("Scopes:     " + String.join(", ", quota.spec().scopes()));
      quota.spec().scopes().stream()
          .filter(SCOPES::containsKey)
          .forEach(s -> out.println(" * " + SCOPES.get(s)));
    }
  }

  private static void printReservations(TerminalPrinter out, LedgerSummary ledger, Cluster now) {
    ledger.reservations().stream()
        .limit(MOST_SHOWN)
        .forEach(r -> out.println(r.describe(now.asOf())));
    int more = ledger.reservations().size() - MOST_SHOWN;
    if (more > 0) {
      out.println("and " + more + " more");
    }
  }
}
