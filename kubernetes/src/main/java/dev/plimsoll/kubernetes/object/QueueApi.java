package dev.plimsoll.kubernetes.object;

/**
 * The schedulers whose queues hold groups of pods, other than Kueue, which is no scheduler.
 *
 * <p>Sources: {@code volcano.sh/apis/pkg/apis/scheduling/v1beta1/types.go}, {@code
 * volcano.sh/apis/pkg/apis/scheduling/v1beta1/labels.go}, {@code
 * github.com/kai-scheduler/KAI-scheduler/pkg/apis/scheduling/v2/queue_types.go}, {@code
 * github.com/kai-scheduler/KAI-scheduler/pkg/common/constants/constants.go}.
 */
public enum QueueApi {
  VOLCANO(
      "Volcano",
      "volcano",
      PodGroupReference.VOLCANO_ANNOTATION,
      PodGroupApi.VOLCANO,
      "v1beta1",
      "capability",
      "deserved"),

  KAI("KAI", "kai-scheduler", "pod-group-name", PodGroupApi.KAI, "v2", "limit", "quota");

  private final String label;
  private final String scheduler;
  private final String annotation;
  private final PodGroupApi groups;
  private final String version;
  private final String limit;
  private final String deserved;

  QueueApi(
      String label,
      String scheduler,
      String annotation,
      PodGroupApi groups,
      String version,
      String limit,
      String deserved) {
    this.label = label;
    this.scheduler = scheduler;
    this.annotation = annotation;
    this.groups = groups;
    this.version = version;
    this.limit = limit;
    this.deserved = deserved;
  }

  /** Returns the API that has this resource, whether queues or PodGroups. */
  public static QueueApi of(GroupResource resource) {
    return resource.group().equals(KAI.groups.type().group()) ? KAI : VOLCANO;
  }

  /** Returns the project's name. */
  public String label() {
    return label;
  }

  /** Returns the scheduler's name by default, as in {@code spec.schedulerName}. */
  public String scheduler() {
    return scheduler;
  }

  /** Returns the annotation by which a pod names its PodGroup. */
  public String annotation() {
    return annotation;
  }

  /** Returns the API of its PodGroups. */
  public PodGroupApi groups() {
    return groups;
  }

  /** Returns the kind of its queues. */
  public GroupVersionKind type() {
    return new GroupVersionKind(groups.type().group(), version, "Queue");
  }

  /** Returns the plural of its queues. */
  public GroupResource resource() {
    return new GroupResource(groups.type().group(), "queues");
  }

  /** Returns the field with the most that a queue may hold. */
  public String limit() {
    return limit;
  }

  /** Returns the field with the amounts that a queue should have. */
  public String deserved() {
    return deserved;
  }
}
