package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.RollingUpdate;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what the controllers of built-in workloads go by. Where a manifest leaves a field out, it
 * is what {@code pkg/apis/apps/v1/defaults.go} and {@code pkg/apis/batch/v1/defaults.go} make it.
 */
final class WorkloadDetailsReader {
  private static final Pattern INTERVAL = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");
  private static final String REVISION = "deployment.kubernetes.io/revision";

  private WorkloadDetailsReader() {}

  static WorkloadDetails details(GroupVersionKind type, Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    return switch (type.group() + "/" + type.kind()) {
      case "apps/Deployment" ->
          new WorkloadDetails.Deployment(
              spec.bool("paused"),
              rollingUpdate(spec.object("strategy"), new RollingUpdate("25%", "25%")));
      case "apps/ReplicaSet" ->
          new WorkloadDetails.ReplicaSet(
              status.integer("availableReplicas").orElse(0), revision(object));
      case "apps/StatefulSet" ->
          new WorkloadDetails.StatefulSet(
              spec.string("podManagementPolicy", "OrderedReady").equals("OrderedReady"),
              spec.object("ordinals").integer("start").orElse(0),
              spec.list("volumeClaimTemplates", StorageReader::claim),
              rollingUpdate(spec.object("updateStrategy"), new RollingUpdate("0", "1")),
              spec.object("updateStrategy").object("rollingUpdate").integer("partition").orElse(0));
      case "apps/DaemonSet" ->
          new WorkloadDetails.DaemonSet(
              status.integer("desiredNumberScheduled"),
              status.integer("updatedNumberScheduled").orElse(0),
              rollingUpdate(spec.object("updateStrategy"), new RollingUpdate("0", "1")));
      case "batch/Job" -> job(spec, status);
      case "batch/CronJob" ->
          new WorkloadDetails.CronJob(
              spec.string("schedule"),
              spec.string("timeZone"),
              spec.bool("suspend"),
              status.time("lastScheduleTime"),
              spec.string("concurrencyPolicy"));
      case WaitingWork.KUEUE + "/Workload" -> KueueReader.queued(spec, status);
      case "workload.codeflare.dev/AppWrapper" ->
          type.version().equals("v1beta2")
              ? new WorkloadDetails.AppWrapper(status.string("phase"))
              : new WorkloadDetails.None();
      default -> new WorkloadDetails.None();
    };
  }

  static WorkloadDetails.Job job(Fields spec, Fields status) {
    return new WorkloadDetails.Job(
        spec.bool("suspend"),
        spec.integer("parallelism").orElse(1),
        JobCompletions.of(spec),
        spec.string("completionMode").equals("Indexed"),
        !spec.has("podFailurePolicy") && !spec.string("podReplacementPolicy").equals("Failed"),
        status.integer("succeeded").orElse(0),
        status.integer("failed").orElse(0),
        failedIndexes(status),
        deadline(spec, status),
        spec.wholeNumber("activeDeadlineSeconds"),
        managedBy(spec));
  }

  /** Returns how many indexes of an indexed Job have failed for good, as in {@code 1,3-5}. */
  private static int failedIndexes(Fields status) {
    int count = 0;
    for (String interval : status.string("failedIndexes").split(",", -1)) {
      Matcher matcher = INTERVAL.matcher(interval);
      if (matcher.matches()) {
        int first = Integer.parseInt(matcher.group(1));
        count += matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2)) - first + 1;
      }
    }
    return count;
  }

  /**
   * Source: {@code managedByExternalController} in {@code pkg/controller/job/job_controller.go}.
   */
  private static String managedBy(Fields job) {
    String name = job.string("managedBy");
    return name.equals("kubernetes.io/job-controller") ? "" : name;
  }

  /**
   * A suspended Job has no time that runs. Source: {@code pastActiveDeadline} of the controller.
   */
  private static Optional<Instant> deadline(Fields spec, Fields status) {
    OptionalLong seconds = spec.wholeNumber("activeDeadlineSeconds");
    return seconds.isEmpty() || spec.bool("suspend")
        ? Optional.empty()
        : status.time("startTime").map(t -> t.plusSeconds(seconds.getAsLong()));
  }

  private static OptionalLong revision(Fields object) {
    String revision = object.object("metadata").object("annotations").string(REVISION);
    return revision.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(revision))
        : OptionalLong.empty();
  }

  private static Optional<RollingUpdate> rollingUpdate(Fields strategy, RollingUpdate absent) {
    if (!strategy.string("type", "RollingUpdate").equals("RollingUpdate")) {
      return Optional.empty();
    }
    Fields given = strategy.object("rollingUpdate");
    return Optional.of(
        new RollingUpdate(
            intOrString(given, "maxSurge", absent.maxSurge()),
            intOrString(given, "maxUnavailable", absent.maxUnavailable())));
  }

  private static String intOrString(Fields fields, String name, String absent) {
    return fields.has(name) ? fields.raw(name).toString() : absent;
  }
}
