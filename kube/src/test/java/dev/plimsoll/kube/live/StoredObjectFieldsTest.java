package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredObjectFieldsTest {
  private static final String PATH = "/apis/apps/v1/namespaces/default/deployments";

  @TempDir Path folder;
  private KubeApiServer server;

  @BeforeEach
  void start() {
    server = KubeApiServer.start();
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    server.access().token("reader", new User("reader", "2", List.of()));
    server.access().allow("reader", "list", "deployments.apps", "default");
    IntStream.range(0, 6).forEach(this::deployment);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void deployment(int number) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "apps/v1", "kind": "Deployment",
             "metadata": {"name": "d%d", "namespace": "default"},
             "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {
               "metadata": {"labels": {"a": "b"}},
               "spec": {"containers": [{"name": "c", "image": "x", "args": ["%d"]}]}}}}
            """
                .formatted(number, number));
  }

  private List<ApiObject> deployments(int count) {
    return LiveCluster.read(StubApi.access(folder, server.url()), n -> {})
        .list(Workload.class)
        .stream()
        .map(ApiObject.class::cast)
        .limit(count)
        .toList();
  }

  private Map<ServedFields.Key, Map<String, Object>> read(String token, List<ApiObject> objects) {
    ClusterAccess access =
        new ClusterAccess(
            Optional.of(server.kubeconfig(folder, token, "default")), Optional.empty());
    return LiveCluster.fields(access, objects);
  }

  @Test
  void a_few_objects_are_read_one_by_one_and_an_object_that_is_gone_is_left_out() {
    List<ApiObject> three = deployments(3);
    server.objects().remove("apps/v1", "Deployment", "default", "d1");
    int before = server.calls().size();

    assertThat(read("secret", three)).hasSize(2);
    assertThat(server.calls().subList(before, server.calls().size()))
        .filteredOn(c -> c.contains(PATH + "/"))
        .hasSize(3);
  }

  @Test
  void many_objects_are_listed_and_have_their_kind() {
    List<ApiObject> five = deployments(5);
    int before = server.calls().size();

    Map<ServedFields.Key, Map<String, Object>> found = read("secret", five);

    assertThat(found).hasSize(5);
    assertThat(found.values())
        .allSatisfy(f -> assertThat(f).containsEntry("kind", "Deployment").containsKey("spec"))
        .allSatisfy(f -> assertThat(f).containsEntry("apiVersion", "apps/v1"));
    assertThat(server.calls().subList(before, server.calls().size()))
        .filteredOn(c -> c.contains(PATH))
        .singleElement()
        .asString()
        .contains(PATH + "?");
  }

  @Test
  void what_the_user_may_not_get_stays_unknown() {
    assertThat(read("reader", deployments(3))).isEmpty();
    assertThat(read("reader", deployments(6))).hasSize(6);
    assertThat(read("reader", List.of())).isEmpty();
  }
}
