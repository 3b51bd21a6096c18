package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.model.quota.LimitedResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdmissionConfigurationTest {
  private static final String LIMITED =
      """
      kind: ResourceQuotaConfiguration
      limitedResources:
      - resource: pods
        matchContains: [requests.cpu]
        matchScopes: [{scopeName: PriorityClass, operator: In, values: [high]}]
      """;

  private static final LimitedResource EXPECTED =
      new LimitedResource(
          new GroupResource("", "pods"),
          List.of("requests.cpu"),
          List.of(new ScopedResourceSelectorRequirement("PriorityClass", "In", List.of("high"))));

  @TempDir private Path folder;

  private List<LimitedResource> read(String text) throws IOException {
    return AdmissionConfiguration.read(Files.writeString(folder.resolve("admission.yaml"), text));
  }

  private static String plugin(String configuration) {
    return "kind: AdmissionConfiguration\nplugins:\n- name: Other\n- name: ResourceQuota\n"
        + configuration.indent(2);
  }

  @Test
  void the_plug_in_is_configured_in_the_file_itself() throws IOException {
    assertThat(read(LIMITED)).containsExactly(EXPECTED);
    assertThat(read(plugin("configuration:\n" + LIMITED.indent(2)))).containsExactly(EXPECTED);
  }

  @Test
  void the_plug_in_is_configured_in_a_file_beside_it() throws IOException {
    Files.writeString(folder.resolve("quota.yaml"), LIMITED);

    assertThat(read(plugin("path: quota.yaml"))).containsExactly(EXPECTED);
    assertThatThrownBy(() -> read(plugin("path: none.yaml")))
        .hasMessage(folder.resolve("none.yaml") + " does not exist.");
  }

  @Test
  void without_configuration_nothing_is_limited() throws IOException {
    assertThat(read(plugin(""))).isEmpty();
  }

  @Test
  void another_kind_is_an_error() {
    assertThatThrownBy(() -> read("kind: Pod"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "is a Pod, and should be an AdmissionConfiguration or a ResourceQuotaConfiguration.");
  }
}
