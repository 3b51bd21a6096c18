package dev.plimsoll.admission;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How a gang of 8 that races comes to be. */
enum RacingGang {
  /** Eight clients create a pod each, and retry. The pods carry the size. */
  PODS,
  /** The pods name a PodGroup of Kubernetes, which has the size. */
  POD_GROUP,
  /** A Job whose pods carry the size. */
  JOB,
  /** A Job whose pods leave the size to its parallelism. */
  PARALLELISM,
  /** Two Jobs of four pods, whose pods carry the label of their JobSet and the size. */
  JOB_SET;

  static final String NAMESPACE = "races";
  static final int SIZE = 8;
  static final String LABEL = "race";
  static final String PODS_PATH = AdmissionEndToEndCluster.pods(NAMESPACE);
  static final String JOBS_PATH = "/apis/batch/v1/namespaces/" + NAMESPACE + "/jobs";
  static final String POD_GROUPS_PATH =
      "/apis/scheduling.k8s.io/v1alpha2/namespaces/" + NAMESPACE + "/podgroups";

  /**
   * An object that a client creates.
   *
   * @param path where
   * @param object the object, as JSON
   */
  record Step(String path, String object) {}

  /** Returns what clients create at once for a gang, each by itself. */
  List<Step> steps(String gang, int round) {
    String name = gang + round;
    return switch (this) {
      case PODS -> pods(name, gang, sized(gang, "" + SIZE));
      case POD_GROUP -> {
        List<Step> steps = new ArrayList<>();
        steps.add(podGroup(name));
        steps.addAll(pods(name, gang, metadata(gang)));
        yield steps;
      }
      case JOB -> List.of(job(name, sized(gang, "" + SIZE), SIZE));
      case PARALLELISM -> List.of(job(name, sized(gang, Gang.PARALLELISM), SIZE));
      case JOB_SET -> {
        JsonObject metadata = sized(gang, "" + SIZE);
        metadata.getAsJsonObject("labels").addProperty("jobset.sigs.k8s.io/jobset-name", name);
        yield List.of(
            job(name + "-leader", metadata, SIZE / 2), job(name + "-worker", metadata, SIZE / 2));
      }
    };
  }

  private static JsonObject metadata(String gang) {
    JsonObject labels = new JsonObject();
    labels.addProperty(LABEL, gang);
    JsonObject metadata = new JsonObject();
    metadata.add("labels", labels);
    return metadata;
  }

  private static JsonObject sized(String gang, String size) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(Gang.SIZE, size);
    JsonObject metadata = metadata(gang);
    metadata.add("annotations", annotations);
    return metadata;
  }

  /** Pods whose names end in 1 are asked of the second replica. */
  private List<Step> pods(String name, String gang, JsonObject metadata) {
    return IntStream.range(0, SIZE)
        .mapToObj(
            i -> {
              JsonObject pod =
                  AdmissionEndToEndCluster.pod("%s-%d-%d".formatted(name, i, i / 2 % 2), 1, 1);
              JsonObject own = metadata.deepCopy();
              own.add("name", pod.getAsJsonObject("metadata").get("name"));
              pod.add("metadata", own);
              if (this == POD_GROUP) {
                JsonObject group = new JsonObject();
                group.addProperty("podGroupName", name);
                pod.getAsJsonObject("spec").add("schedulingGroup", group);
              } else {
                own.getAsJsonObject("annotations").addProperty(Gang.NAME, gang);
              }
              return new Step(PODS_PATH, pod.toString());
            })
        .toList();
  }

  private static Step podGroup(String name) {
    return new Step(
        POD_GROUPS_PATH,
        """
        {"apiVersion": "scheduling.k8s.io/v1alpha2", "kind": "PodGroup",
         "metadata": {"name": "%s"},
         "spec": {"schedulingPolicy": {"gang": {"minCount": %d}}}}
        """
            .formatted(name, SIZE));
  }

  private static Step job(String name, JsonObject metadata, int parallelism) {
    JsonObject spec = AdmissionEndToEndCluster.pod("p", 1, 1).getAsJsonObject("spec");
    spec.addProperty("restartPolicy", "Never");
    return new Step(
        JOBS_PATH,
        """
        {"metadata": {"name": "%s"}, "spec": {"parallelism": %2$d, "completions": %2$d,
          "template": {"metadata": %3$s, "spec": %4$s}}}
        """
            .formatted(name, parallelism, metadata, spec));
  }
}
