package dev.plimsoll.cli;

import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.QuotaChange;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll whatif}. */
@Command(
    name = "whatif",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Shows another command's answer before and after changes to a model of the cluster. The"
          + " cluster itself is unchanged."
    },
    footer = {
      "",
      "Example: plimsoll whatif --remove-limitrange vision/gpu-defaults explain deployment/notebook \\",
      "           -n vision --snapshot examples/gpu-tenants.json"
    },
    subcommands = {
      ExplainCommand.class,
      GapsCommand.class,
      CapacityCommand.class,
      QuotaCommand.class,
      FitCommand.class,
      DefragCommand.class
    })
final class WhatifCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--set-quota",
      paramLabel = "NS/NAME:KEY=VALUE",
      description = "Set one key of a quota; NS/NAME:KEY- removes it.")
  private List<String> quotas = new ArrayList<>();

  @Option(names = "--remove-quota", paramLabel = "NS/NAME", description = "Remove a quota.")
  private List<String> removedQuotas = new ArrayList<>();

  @Option(
      names = "--remove-limitrange",
      paramLabel = "NS/NAME",
      description = "Remove a limit range.")
  private List<String> removedLimitRanges = new ArrayList<>();

  @Option(names = "--uncordon", paramLabel = "NODE", description = "Make a node schedulable.")
  private List<String> uncordoned = new ArrayList<>();

  @Option(names = "--cordon", paramLabel = "NODE", description = "Make a node unschedulable.")
  private List<String> cordoned = new ArrayList<>();

  @Option(
      names = "--add-nodes",
      paramLabel = "GROUP=N",
      description = "Add nodes like those of a node group of plimsoll capacity, or like a node.")
  private List<String> added = new ArrayList<>();

  @Option(names = "--delete-pod", paramLabel = "NS/NAME", description = "Delete a pod.")
  private List<String> deleted = new ArrayList<>();

  @Option(
      names = "--apply",
      paramLabel = "FILE",
      description = "Create or replace the objects of a manifest.")
  private List<Path> applied = new ArrayList<>();

  /** Only picocli makes one. */
  WhatifCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "missing command to run on the changed cluster");
  }

  /** Returns the changes, in the order in which the options are listed in the help. */
  List<Change> changes(Cluster cluster) {
    List<Change> changes = new ArrayList<>();
    for (Path file : applied) {
      for (Manifests.InFull each : Manifests.readInFull(file)) {
        each.note(cluster.controlPlane().version())
            .ifPresent(n -> spec.commandLine().getErr().println("note: " + n));
        changes.add(new Change.Apply(each.object()));
      }
    }
    quotas.forEach(q -> changes.add(ChangeOptions.setQuota(q)));
    removedQuotas.forEach(
        q -> changes.add(ChangeOptions.named("--remove-quota", q, QuotaChange.RemoveQuota::new)));
    removedLimitRanges.forEach(
        l ->
            changes.add(
                ChangeOptions.named("--remove-limitrange", l, Change.RemoveLimitRange::new)));
    uncordoned.forEach(n -> changes.add(new NodeChange.Uncordon(n)));
    cordoned.forEach(n -> changes.add(new NodeChange.Cordon(n)));
    added.forEach(a -> changes.add(ChangeOptions.addNodes(a, cluster)));
    deleted.forEach(
        p -> changes.add(ChangeOptions.named("--delete-pod", p, WorkloadChange.DeletePod::new)));
    if (changes.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "no change given: use --set-quota, --uncordon or another option");
    }
    return changes;
  }
}
