package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonNull;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class JsonTreeTest {
  @Property(tries = 200)
  void a_tree_holds_what_a_map_does_however_many_names_it_has(
      @ForAll @Size(max = 60) List<@IntRange(max = 40) Integer> names) {
    Map<String, Object> map = new LinkedHashMap<>();
    JsonTree tree = new JsonTree();

    for (int i = 0; i < names.size(); i++) {
      map.put("name" + names.get(i), "value " + i);
      tree.put("name" + names.get(i), "value " + i);
    }

    assertThat(tree.names()).containsExactlyElementsOf(map.keySet());
    assertThat(tree.isEmpty()).isEqualTo(map.isEmpty());
    for (int i = 0; i <= 40; i++) {
      String name = "name" + i;
      assertThat(tree.get(name)).isEqualTo(map.getOrDefault(name, JsonNull.INSTANCE));
      assertThat(tree.has(name)).isEqualTo(map.containsKey(name));
    }
  }
}
