package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
  private static final ApiResource TRAININGS =
      new ApiResource(new GroupVersionKind("example.com", "v1", "Training"), "trainings", true);

  private final Connection connection =
      mock(
          Connection.class,
          call -> {
            throw new StatusException(StatusException.FORBIDDEN, "no");
          });

  private void serves(String path, String document) throws StatusException {
    doReturn(TestObjects.tree(document)).when(connection).get(eq(path), any(), any(), any(), any());
  }

  private Discovery exampleApi() throws StatusException {
    serves(
        "/apis",
        """
        {"groups": [{"name": "example.com", "preferredVersion": {"version": "v1"},
          "versions": [{"version": "v1alpha1"}, {"version": "v1"}]}]}
        """);
    serves(
        "/apis/example.com/v1",
        """
        {"resources": [
          {"name": "trainings", "kind": "Training", "namespaced": true, "verbs": ["get", "list"]},
          {"name": "trainings/status", "kind": "Training", "namespaced": true, "verbs": ["list"]},
          {"name": "reviews", "kind": "Review", "verbs": ["create"]}]}
        """);
    return new Discovery(connection);
  }

  private static GroupVersionKind kind(String version, String kind) {
    return new GroupVersionKind("example.com", version, kind);
  }

  @Test
  void a_kind_is_found_in_its_version_or_else_in_the_preferred_one() throws StatusException {
    Discovery discovery = exampleApi();

    assertThat(discovery.find(kind("v1", "Training"))).contains(TRAININGS);
    assertThat(discovery.find(kind("v1beta1", "Training"))).contains(TRAININGS);
    assertThat(discovery.find(new GroupResource("example.com", "trainings"))).contains(TRAININGS);
  }

  @Test
  void what_can_not_be_listed_is_not_found() throws StatusException {
    assertThat(exampleApi().find(kind("v1", "Review"))).isEmpty();
  }

  @Test
  void a_resource_that_is_served_in_unknown_versions_only_is_not_absent() throws StatusException {
    Discovery discovery = exampleApi();

    assertThat(discovery.unknownVersions(trainings("v9", "v8"))).containsExactly("v1");
    assertThat(discovery.unknownVersions(trainings("v9", "v1alpha1"))).isEmpty();
    assertThat(
            discovery.unknownVersions(
                new SnapshotResource(
                    new ApiResource(kind("v9", "Other"), "others", true), List.of(), false, "")))
        .isEmpty();
  }

  private static SnapshotResource trainings(String version, String other) {
    return new SnapshotResource(
        new ApiResource(kind(version, "Training"), "trainings", true), List.of(other), false, "");
  }

  @Test
  void a_version_is_asked_for_once() throws StatusException {
    Discovery discovery = exampleApi();
    discovery.find(kind("v1", "Training"));
    discovery.find(kind("v1", "Training"));

    verify(connection, times(1)).get(eq("/apis/example.com/v1"), any(), any(), any(), any());
  }

  @Test
  void another_version_that_is_served_is_taken() throws StatusException {
    Discovery discovery = exampleApi();
    ApiResource newer = new ApiResource(kind("v2", "Training"), "trainings", true);

    assertThat(discovery.served(new SnapshotResource(newer, List.of("v1"), false, "it")))
        .contains(TRAININGS);
    assertThat(discovery.served(new SnapshotResource(newer, List.of("v3"), false, "it")))
        .isEqualTo(Optional.empty());
  }

  @Test
  void where_discovery_is_forbidden_kinds_are_taken_to_be_served() {
    Discovery discovery = new Discovery(connection);

    assertThat(discovery.served(new SnapshotResource(TRAININGS, List.of(), false, "it")))
        .contains(TRAININGS);
    assertThat(discovery.find(kind("v1", "Training"))).isEmpty();
  }

  @Test
  void of_a_group_with_several_versions_the_one_is_taken_that_has_the_resource()
      throws StatusException {
    serves(
        "/apis",
        """
        {"groups": [{"name": "example.com", "preferredVersion": {"version": "v1"},
          "versions": [{"version": "v1"}, {"version": "v1beta1"}]}]}
        """);
    serves(
        "/apis/example.com/v1",
        """
        {"resources": [{"name": "others", "kind": "Other", "verbs": ["list"]}]}
        """);
    serves(
        "/apis/example.com/v1beta1",
        """
        {"resources": [{"name": "trainings", "kind": "Training", "verbs": ["list"]}]}
        """);
    SnapshotResource trainings =
        new SnapshotResource(TRAININGS, List.of("v1beta1"), false, "trainings");

    assertThat(new Discovery(connection).served(trainings).map(r -> r.type().version()))
        .contains("v1beta1");
  }
}
