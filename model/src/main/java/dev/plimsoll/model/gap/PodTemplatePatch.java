package dev.plimsoll.model.gap;

import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Changes of a workload's pod template as patches.
 *
 * @param action what to do, in words
 * @param patch the YAML of a strategic merge patch of the root object
 * @param command the kubectl command that sends it, where one line can say it
 */
record PodTemplatePatch(String action, String patch, Optional<String> command) {

  /** Makes a patch of the part of a pod's spec given as YAML without indentation. */
  static PodTemplatePatch ofPodSpec(WorkloadPods group, String action, String podSpecYaml) {
    List<String> path = path(group);
    StringBuilder yaml = new StringBuilder();
    int depth = 0;
    for (String key : path) {
      yaml.append("  ".repeat(depth)).append(key).append(":\n");
      depth++;
    }
    String indent = "  ".repeat(depth);
    podSpecYaml.lines().forEach(line -> yaml.append(indent).append(line).append('\n'));
    String what = group.root().kind().toLowerCase(Locale.ROOT) + " " + group.root().name();
    boolean fixed = group.root().kind().equals("Pod") || group.root().kind().equals("Job");
    String how = fixed ? " (delete and create it again: its spec can't be changed)" : "";
    Optional<String> command =
        fixed
            ? Optional.empty()
            : Optional.of(
                "kubectl patch "
                    + what
                    + " -n "
                    + group.root().namespace()
                    + " --patch-file patch.yaml");
    return new PodTemplatePatch(action + how, yaml.toString(), command);
  }

  /** Returns the remedy with what the trial showed. */
  Remedy tried(SimulationRun simulationRun) {
    return new Remedy(
        action,
        command,
        Optional.of(patch),
        List.of(),
        simulationRun.allPlaced(),
        simulationRun.summary());
  }

  /** Returns the remedy with what the trial showed, or, where no pod was tried, what follows. */
  Remedy tried(SimulationRun simulationRun, String otherwise) {
    String result = simulationRun.attempts().isEmpty() ? otherwise : simulationRun.summary();
    return new Remedy(
        action, command, Optional.of(patch), List.of(), simulationRun.allPlaced(), result);
  }

  /** Returns a YAML scalar that is a string whatever is in it. */
  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static List<String> path(WorkloadPods group) {
    return switch (group.root().kind()) {
      case "Pod" -> List.of("spec");
      case "CronJob" -> List.of("spec", "jobTemplate", "spec", "template", "spec");
      default ->
          group.templateOwners().stream()
              .findFirst()
              .map(PodTemplateOwner::templatePath)
              .orElse(List.of("spec", "template", "spec"));
    };
  }
}
