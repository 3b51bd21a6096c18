package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The line that is named for a field has the field, however the file is written. */
class ManifestPositionsTest {
  private static final int FILES = 200;

  private record Drawn(String text, List<List<String>> requests) {}

  @Test
  void of_200_drawn_files_the_line_named_has_the_field() {
    Random random = new Random(33);
    int fields = 0;
    for (int i = 0; i < FILES; i++) {
      Drawn drawn = draw(random);
      List<SourcedObject> objects = read(drawn.text());
      List<String> lines = drawn.text().lines().toList();
      assertThat(objects).hasSize(drawn.requests().size());
      for (int o = 0; o < objects.size(); o++) {
        FileLocation cpu = objects.get(o).position(cpu());
        String value = drawn.requests().get(o).get(0);
        assertThat(lines.get(cpu.line() - 1).substring(cpu.column() - 1))
            .as("%s in%n%s", cpu, drawn.text())
            .matches("(?s)\"?cpu\"? ?: ?\"?" + value + ".*");
        FileLocation name = objects.get(o).position(List.of("metadata", "name"));
        assertThat(lines.get(name.line() - 1).substring(name.column() - 1))
            .as("%s in%n%s", name, drawn.text())
            .matches("(?s)\"?name\"? ?: ?\"?" + drawn.requests().get(o).get(1) + ".*");
        fields += 2;
      }
    }
    assertThat(fields).isGreaterThan(FILES);
  }

  private static List<String> cpu() {
    return List.of("spec", "containers", "0", "resources", "requests", "cpu");
  }

  private static Drawn draw(Random random) {
    List<List<String>> requests = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int documents = 1 + random.nextInt(4);
    boolean isJson = random.nextInt(5) == 0;
    boolean isList = random.nextInt(4) == 0;
    if (isJson) {
      text.append("{\"apiVersion\": \"v1\", \"kind\": \"List\",\n\t\"items\": [\n");
    } else if (isList) {
      text.append("apiVersion: v1\nkind: List\nitems:\n");
    }
    for (int d = 0; d < documents; d++) {
      String value = Integer.toString(100 + random.nextInt(900)) + "m";
      String name = "p" + d + "-" + random.nextInt(100);
      requests.add(List.of(value, name));
      if (isJson) {
        text.append(json(name, value)).append(d < documents - 1 ? ",\n" : "\n");
      } else if (isList) {
        text.append(
                ("- " + block(name, value, random).stripLeading()).replace("\n", "\n  ").strip())
            .append('\n');
      } else {
        text.append(random.nextBoolean() ? "---\n# a comment\n" : d == 0 ? "" : "---\n");
        text.append(random.nextInt(4) == 0 ? flow(name, value) : block(name, value, random));
      }
    }
    text.append(isJson ? "]}\n" : "");
    String written = text.toString();
    return new Drawn(random.nextInt(3) == 0 ? written.replace("\n", "\r\n") : written, requests);
  }

  private static String json(String name, String value) {
    return """
        \t{"apiVersion": "v1", "kind": "Pod",
        \t\t"metadata": {"name": "%s", "namespace": "a"},
        \t\t"spec": {"containers": [{"name": "c", "resources": {"requests": {
        \t\t\t"cpu": "%s"}}}]}}"""
        .formatted(name, value);
  }

  private static String flow(String name, String value) {
    return """
        {apiVersion: v1, kind: Pod, metadata: {namespace: a, name: %s},
         spec: {containers: [{name: c, resources: {requests: {cpu: %s}}}]}}
        """
        .formatted(name, value);
  }

  private static String block(String name, String value, Random random) {
    String comments = "# note\n".repeat(random.nextInt(3));
    String metadata =
        random.nextBoolean()
            ? "metadata:\n  name: %s\n  namespace: a\n".formatted(name)
            : "metadata: {namespace: a, name: %s}\n".formatted(name);
    String container =
        switch (random.nextInt(3)) {
          case 0 ->
              """
              spec:
                containers:
                - name: c
                  resources:
                    requests:
                      memory: 1Gi
                      cpu: %s
                    limits:
                      cpu: "7"
              """;
          case 1 ->
              """
              spec:
                nodeSelector: {cpu: none}
                initContainers: [{name: i, resources: {requests: {cpu: 1m}}}]
                containers:
                  - resources: {requests: {memory: 1Gi, cpu: %s}}
                    name: c
              """;
          default ->
              """
              spec:
                containers:
                  - name: c
                    resources:
                      limits: &amount
                        cpu: %s
                      requests: *amount
              """;
        };
    return comments + "apiVersion: v1\nkind: Pod\n" + metadata + container.formatted(value);
  }

  @Test
  void a_field_of_a_merge_key_is_where_its_anchor_is() {
    SourcedObject pod =
        read("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: a
                  labels: &base
                    one: x
                    two: y
                spec:
                  nodeSelector:
                    <<: *base
                    two: z
                  containers: [{name: c}]
                """)
            .get(0);

    assertThat(pod.position(List.of("spec", "nodeSelector", "one")).line()).isEqualTo(6);
    assertThat(pod.position(List.of("spec", "nodeSelector", "two")).line()).isEqualTo(11);
  }

  @Test
  void an_absent_field_is_at_the_nearest_part_around_it() {
    SourcedObject pod =
        read("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: c}]\n")
            .get(0);

    assertThat(pod.position(List.of("spec", "tolerations"))).hasToString("manifests:4:1");
    assertThat(pod.position(List.of("nothing")).line()).isEqualTo(1);
  }

  @Test
  void objects_without_a_namespace_get_the_default_unless_they_have_none() {
    List<SourcedObject> objects =
        read(
            """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: q}
            spec: {hard: {pods: "1"}}
            ---
            apiVersion: scheduling.k8s.io/v1
            kind: PriorityClass
            metadata: {name: p}
            value: 1
            """);

    assertThat(objects).extracting(o -> o.object().namespace()).containsExactly("default", "");
  }

  private static List<SourcedObject> read(String text) {
    return ManifestSet.read(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "manifests", "default")
        .objects();
  }
}
