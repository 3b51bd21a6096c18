package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.Remedy;
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
 * @param command the kubectl command that sends it, unless the spec can't be changed
 */
record PodTemplatePatch(String action, String patch, Optional<String> command) {

  /** Makes a patch of the part of a pod's spec given as YAML without indentation. */
  static PodTemplatePatch ofPodSpec(WorkloadPods workload, String action, String podSpecYaml) {
    List<String> path = path(workload);
    StringBuilder yaml = new StringBuilder();
    int depth = 0;
    for (String key : path) {
      yaml.append("  ".repeat(depth)).append(key).append(":\n");
      depth++;
    }
    String indent = "  ".repeat(depth);
    podSpecYaml.lines().forEach(line -> yaml.append(indent).append(line).append('\n'));
    String what = workload.root().kind().toLowerCase(Locale.ROOT) + " " + workload.root().name();
    boolean fixed = workload.root().kind().equals("Pod") || workload.root().kind().equals("Job");
    String how = fixed ? " (delete and create it again: its spec can't be changed)" : "";
    Optional<String> command =
        fixed
            ? Optional.empty()
            : Optional.of(
                "kubectl patch "
                    + what
                    + " -n "
                    + workload.root().namespace()
                    + " --patch-file patch.yaml");
    return new PodTemplatePatch(action + how, yaml.toString(), command);
  }

  /** Returns the remedy with what the run showed. */
  Remedy tried(SimulationRun run) {
    Remedy remedy = Remedy.tried(action, run).withPatch(patch);
    return command.map(remedy::withCommand).orElse(remedy);
  }

  /** Returns a YAML scalar that is a string whatever is in it. */
  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static List<String> path(WorkloadPods workload) {
    return switch (workload.root().kind()) {
      case "Pod" -> List.of("spec");
      case "CronJob" -> List.of("spec", "jobTemplate", "spec", "template", "spec");
      default ->
          workload.templateOwners().stream()
              .findFirst()
              .map(PodTemplateOwner::templatePath)
              .orElse(List.of("spec", "template", "spec"));
    };
  }
}
