package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import org.junit.jupiter.api.Test;

class PodGroupReaderTest {
  private static ApiObject read(String apiVersion, String kind, String spec) {
    String json =
        "{'apiVersion': '%s', 'kind': '%s', 'metadata': {'namespace': 'team', 'name': 'o'}, 'spec': %s}";
    return ObjectReader.read(
        JsonTree.of(
            JsonParser.parseString(json.formatted(apiVersion, kind, spec)).getAsJsonObject()));
  }

  private static PodGroup group(PodGroupApi api, String spec) {
    return (PodGroup) read(api.type().apiVersion(), api.type().kind(), spec);
  }

  private static Pod pod(String spec) {
    return (Pod) read("v1", "Pod", spec);
  }

  @Test
  void scheduler_plugins_and_volcano_say_min_member() {
    assertThat(group(PodGroupApi.SCHEDULER_PLUGINS, "{'minMember': 4}").minCount("")).hasValue(4);
    assertThat(group(PodGroupApi.VOLCANO, "{'minMember': 3}").minCount("")).hasValue(3);
    assertThat(group(PodGroupApi.VOLCANO, "{'minMember': 1}").minCount("")).isEmpty();
    assertThat(group(PodGroupApi.VOLCANO, "{}").minCount("")).isEmpty();
  }

  @Test
  void kubernetes_says_it_of_a_gang_and_not_of_a_basic_group() {
    assertThat(
            group(PodGroupApi.KUBERNETES, "{'schedulingPolicy': {'gang': {'minCount': 4}}}")
                .minCount(""))
        .hasValue(4);
    assertThat(group(PodGroupApi.KUBERNETES, "{'schedulingPolicy': {'basic': {}}}").minCount(""))
        .isEmpty();
  }

  @Test
  void a_workload_says_it_of_each_of_its_groups() {
    PodGroup workload =
        group(
            PodGroupApi.WORKLOAD,
            "{'podGroups': [{'name': 'driver', 'policy': {'basic': {}}},"
                + " {'name': 'workers', 'policy': {'gang': {'minCount': 4}}}]}");

    assertThat(workload.minCount("workers")).hasValue(4);
    assertThat(workload.minCount("driver")).isEmpty();
    assertThat(workload.minCount("others")).isEmpty();
    assertThat(workload.identity()).isEqualTo("workloads.scheduling.k8s.io/o");
  }

  @Test
  void a_pod_names_its_group_by_the_field_of_either_version() {
    assertThat(pod("{'schedulingGroup': {'podGroupName': 'pg'}}").spec().schedulingGroup())
        .contains(PodGroupReference.to(PodGroupApi.KUBERNETES, "pg"));
    assertThat(
            pod("{'workloadRef': {'name': 'w', 'podGroup': 'g', 'podGroupReplicaKey': '2'}}")
                .spec()
                .schedulingGroup())
        .contains(new PodGroupReference(PodGroupApi.WORKLOAD, "w", "g", "2"));
    assertThat(pod("{}").spec().schedulingGroup()).isEmpty();
  }
}
