package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.patch.ObjectPatch;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tool that declares an object elsewhere, and that may bring the object back to the declaration.
 *
 * @param name the tool
 * @param declaration what declares the object there
 */
public record DeclaringTool(String name, String declaration) {
  /**
   * Argo CD's annotation: {@code APPLICATION:GROUP/KIND:NAMESPACE/NAME} ({@code
   * github.com/argoproj/argo-cd/util/argo/resource_tracking.go}).
   */
  public static final String ARGO_CD = "argocd.argoproj.io/tracking-id";

  /** Helm's annotation ({@code github.com/helm/helm/pkg/action/validate.go}). */
  public static final String HELM = "meta.helm.sh/release-name";

  private static final int MOST_NAMED = 3;

  private static final List<Class<? extends ApiObject>> DECLARED =
      List.of(Workload.class, ResourceQuota.class, LimitRange.class, HorizontalPodAutoscaler.class);

  /**
   * Returns the tool by the marks that it leaves on an object. Flux labels objects ({@code
   * github.com/fluxcd/pkg/ssa/owner.go}) and has Helm mark them, too.
   */
  static Optional<DeclaringTool> of(ApiObject object) {
    Map<String, String> annotations = object.metadata().annotations();
    return flux(object, "kustomize", "Kustomization")
        .or(() -> flux(object, "helm", "HelmRelease"))
        .or(() -> argo(object, annotations.getOrDefault(ARGO_CD, "")))
        .or(
            () ->
                Optional.ofNullable(annotations.get(HELM))
                    .map(release -> new DeclaringTool("Helm", "Helm release " + release)))
        .or(() -> GeneratingController.of(object));
  }

  private static Optional<DeclaringTool> flux(ApiObject object, String controller, String kind) {
    Map<String, String> labels = object.metadata().labels();
    String prefix = controller + ".toolkit.fluxcd.io/";
    return Optional.ofNullable(labels.get(prefix + "name"))
        .map(
            name ->
                new DeclaringTool(
                    "Flux",
                    "Flux %s %s/%s"
                        .formatted(kind, labels.getOrDefault(prefix + "namespace", ""), name)));
  }

  /** Controllers copy annotations to what they create, so the mark must name the object. */
  private static Optional<DeclaringTool> argo(ApiObject object, String mark) {
    GroupVersionKind type = object.type();
    String own =
        ":" + type.group() + "/" + type.kind() + ":" + object.namespace() + "/" + object.name();
    return Optional.of(mark)
        .filter(m -> m.endsWith(own))
        .map(m -> m.substring(0, m.length() - own.length()))
        .map(application -> new DeclaringTool("Argo CD", "Argo CD application " + application));
  }

  /**
   * Returns which tools declare the objects that commands change or delete: a sentence each for the
   * first objects, and one sentence for all others.
   */
  static List<String> sentences(Cluster cluster, List<KubectlCommand> commands) {
    List<String> all =
        commands.stream()
            .flatMap(command -> objects(cluster, command))
            .flatMap(object -> of(object).map(tool -> tool.sentence(object)).stream())
            .distinct()
            .toList();
    int more = all.size() - MOST_NAMED;
    return more <= 1
        ? all
        : Stream.concat(
                all.stream().limit(MOST_NAMED),
                Stream.of(more + " more of the changed objects are declared elsewhere, too"))
            .toList();
  }

  private String sentence(ApiObject object) {
    return "%s declares %s/%s: make the change there, too, or %s may undo the change"
        .formatted(declaration, object.type().kind().toLowerCase(Locale.ROOT), object.name(), name);
  }

  private static Stream<? extends ApiObject> objects(Cluster cluster, KubectlCommand command) {
    if (command instanceof KubectlCommand.Patch change) {
      ObjectPatch patch = change.patch();
      return objects(cluster, patch.type(), patch.namespace(), patch.name());
    }
    return command instanceof KubectlCommand.Delete deletion
        ? objects(cluster, deletion.type(), deletion.namespace(), deletion.name())
        : Stream.empty();
  }

  private static Stream<? extends ApiObject> objects(
      Cluster cluster, GroupVersionKind type, String namespace, String name) {
    return DECLARED.stream()
        .flatMap(kind -> cluster.list(kind, namespace).stream())
        .filter(o -> o.type().equals(type) && o.name().equals(name));
  }
}
