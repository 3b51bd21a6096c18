package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldOwnersTest {
  private static final Set<ResourceName> PODS = Set.of(ResourceName.PODS);

  private static JsonObject quota(String manager, String operation, String annotations) {
    return JsonParser.parseString(
            """
            {"metadata": {
               "annotations": {%s},
               "managedFields": [
                 {"manager": "%s", "operation": "%s",
                  "fieldsV1": {"f:spec": {"f:hard": {".": {}, "f:pods": {}}}}},
                 {"manager": "kube-controller-manager", "operation": "Update",
                  "subresource": "status",
                  "fieldsV1": {"f:status": {"f:hard": {"f:pods": {}}}}}]}}
            """
                .formatted(annotations, manager, operation))
        .getAsJsonObject();
  }

  private static String lastApplied(String manifest) {
    return "\"%s\": \"%s\"".formatted(FieldOwners.LAST_APPLIED, manifest.replace("\"", "\\\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kubectl-client-side-apply", "argocd-controller", "helm", "helm-controller"})
  void tools_that_apply_on_their_side_declare_what_they_update(String manager) {
    assertThat(FieldOwners.others(quota(manager, "Update", ""), PODS)).containsExactly(manager);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubectl-edit", "kubectl-patch", "kubectl-create", "node-fetch", "me"})
  void what_a_hand_updates_is_declared_nowhere(String manager) {
    assertThat(FieldOwners.others(quota(manager, "Update", ""), PODS)).isEmpty();
  }

  @Test
  void whoever_applies_on_the_server_declares() {
    assertThat(FieldOwners.others(quota("kustomize-controller", "Apply", ""), PODS))
        .containsExactly("kustomize-controller");
  }

  @Test
  void others_ceilings_of_the_quota_do_not_matter() {
    assertThat(
            FieldOwners.others(
                quota("helm", "Update", ""), Set.of(ResourceName.of("requests.cpu"))))
        .isEmpty();
  }

  @Test
  void what_was_edited_after_kubectl_apply_is_declared_in_its_annotation() {
    String manifest = lastApplied("{\"spec\": {\"hard\": {\"pods\": \"5\"}}}");

    assertThat(FieldOwners.others(quota("kubectl-edit", "Update", manifest), PODS))
        .containsExactly(
            "the manifest in annotation kubectl.kubernetes.io/last-applied-configuration");
  }

  @Test
  void what_was_taken_over_before_is_no_longer_declared_in_the_annotation() {
    String manifest = lastApplied("{\"spec\": {\"hard\": {\"pods\": \"5\"}}}");

    assertThat(FieldOwners.others(quota("plimsoll-advisor", "Apply", manifest), PODS)).isEmpty();
  }

  @Test
  void an_annotation_that_is_no_manifest_declares_nothing() {
    assertThat(FieldOwners.others(quota("me", "Update", lastApplied("{")), PODS)).isEmpty();
  }
}
