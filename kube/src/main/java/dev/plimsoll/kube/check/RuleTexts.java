package dev.plimsoll.kube.check;

import dev.plimsoll.model.gap.GapKind;
import java.util.Arrays;

/** The meaning of the rules of findings. */
final class RuleTexts {
  private RuleTexts() {}

  static String of(String rule) {
    return Arrays.stream(GapKind.values())
        .filter(k -> k.name().equals(rule))
        .map(GapKind::meaning)
        .findFirst()
        .orElseGet(() -> other(rule));
  }

  private static String other(String rule) {
    return switch (rule) {
      case "Unread" -> "whether the object is allowed or its pods run isn't known";
      case "WaitingPods" -> "pods that wait may take what a roll-out frees";
      case "CreationOrder" -> "the order in which controllers create pods may decide";
      case "RolloutOrder" -> "the order in which a roll-out deletes old pods may decide";
      case "UnmodelledKind" -> "a custom resource of a kind that isn't modelled may make pods";
      case "UnknownPods" -> "parameters, conditions or other templates decide on some pods";
      case "Untried" -> "the object creates more pods than Plimsoll tries";
      case "UnmodelledAdmission" -> "a webhook or policy may change or deny the object or its pods";
      case "OtherScheduler" -> "pods wait for another scheduler than kube-scheduler";
      case "LimitRangeOrder" -> "the answer depends on the order of limit ranges, which is open";
      case "Preemption" -> "pods of lower priority are evicted";
      case "Held" -> "Plimsoll holds the pods by a capacity policy";
      case "Unschedulable" -> "no node takes the pods";
      case "BadRequest" -> "the API server can't decode the object";
      case "UnknownField" -> "the cluster is newer than the fields that Plimsoll knows";
      case "VersionNotServed" -> "the API server doesn't serve this version of the kind";
      case "NamespaceNotFound" -> "the namespace doesn't exist";
      default -> "the API server's " + rule + " denies the object or its pods";
    };
  }
}
