package dev.plimsoll.advisor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.decision.CapacityLoss;
import dev.plimsoll.model.tenancy.decision.DemandHistory;
import dev.plimsoll.model.tenancy.decision.NodeState;
import dev.plimsoll.model.tenancy.decision.RecurringDemand;
import dev.plimsoll.model.tenancy.decision.State;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class StateJsonPropertyTest {
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

  @Property(tries = 300)
  void what_is_written_is_read_again(@ForAll("states") State state) throws Exception {
    assertThat(StateJson.read(StateJson.write(state))).isEqualTo(state);
  }

  @Property(tries = 100)
  void a_state_that_was_cut_is_not_used(
      @ForAll("states") State state, @ForAll @IntRange(min = 1, max = 20) int characters) {
    JsonObject json = StateJson.write(state);
    String data = json.get("data").getAsString();
    json.addProperty("data", data.substring(0, data.length() - characters));

    assertThatThrownBy(() -> StateJson.read(json))
        .isInstanceOf(StateJson.InvalidStateException.class)
        .hasMessage("it was cut or edited: its checksum differs");
  }

  @Property(tries = 200)
  void whatever_the_data_are_it_is_said_or_they_are_used(
      @ForAll("states") State state, @ForAll Random random) throws Exception {
    StringBuilder text = new StringBuilder(unpacked(StateJson.write(state)));
    for (int i = 0; i < 3; i++) {
      text.setCharAt(random.nextInt(text.length()), "[]{}:,-9e\"".charAt(random.nextInt(10)));
    }

    try {
      assertThat(StateJson.read(packed(text.toString()))).isNotNull();
    } catch (StateJson.InvalidStateException e) {
      assertThat(e).hasMessage("its data can't be read");
    }
  }

  @Example
  void wrong_types_and_numbers_that_cannot_be_are_said() {
    for (String text :
        List.of(
            "{}",
            "[]",
            "{\"t\":1,\"a\":1,\"r\":[]}",
            "{\"t\":1,\"a\":1,\"r\":{\"cpu\":5}}",
            resource("NaN", "[0,0,0,[],[]]", "[1,0]"),
            resource("Infinity", "[0,0,0,[],[]]", "[1,0]"),
            resource("0", "[]", "[1,0]"),
            resource("0", "[-1,0,0,[],[]]", "[1,0]"),
            resource("0", "[Infinity,0,0,[],[]]", "[1,0]"),
            resource("0", "[0,-1,0,[],[]]", "[1,0]"),
            resource("0", "[0,0,0,[0,-1],[]]", "[1,0]"),
            resource("0", "[0,0,9223372036854775807,[],[]]", "[1,0]"),
            resource("0", "[0,0,0,[],[]]", "[-1,0]"),
            resource("0", "[0,0,0,[],[]]", "[1,0,0,-1]"),
            resource("0", "[0,0,0,[],[]]", "[1,0,0,9223372036854775807]"))) {
      assertThatThrownBy(() -> StateJson.read(packed(text)))
          .as(text)
          .isInstanceOf(StateJson.InvalidStateException.class)
          .hasMessage("its data can't be read");
    }
  }

  @Example
  void another_version_is_said() {
    JsonObject json = StateJson.write(State.NONE);
    json.addProperty("version", "1");

    assertThatThrownBy(() -> StateJson.read(json)).hasMessage("it is of version \"1\", not \"3\"");
  }

  @Example
  void data_that_unpack_to_too_much_are_not_unpacked() throws IOException {
    JsonObject bomb = packed(" ".repeat(40 << 20));

    assertThat(bomb.toString()).hasSizeLessThan(100_000);
    assertThatThrownBy(() -> StateJson.read(bomb)).hasMessage("its data can't be read");
  }

  private static String resource(String budget, String namespace, String pool) {
    return "{\"t\":1,\"a\":1,\"r\":{\"cpu\":{\"b\":%s,\"n\":{\"a\":%s},\"p\":{\"b\":%s}}}}"
        .formatted(budget, namespace, pool);
  }

  private static String unpacked(JsonObject json) throws IOException {
    byte[] zipped = Base64.getDecoder().decode(json.get("data").getAsString());
    try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static JsonObject packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    String data = Base64.getEncoder().encodeToString(bytes.toByteArray());
    CRC32 crc = new CRC32();
    crc.update(data.getBytes(StandardCharsets.UTF_8));
    JsonObject json = new JsonObject();
    json.addProperty("version", "3");
    json.addProperty("checksum", Long.toHexString(crc.getValue()));
    json.addProperty("data", data);
    return json;
  }

  @Provide
  Arbitrary<State> states() {
    return Arbitraries.randomValue(StateJsonPropertyTest::state);
  }

  private static State state(Random random) {
    TreeMap<ResourceName, State.ResourceState> resources = new TreeMap<>();
    for (String name : List.of("cpu", "nvidia.com/gpu").subList(0, random.nextInt(3))) {
      Map<String, State.NamespaceState> namespaces = new TreeMap<>();
      Map<String, NodeState> nodes = new TreeMap<>();
      Map<String, ContendedUsage> accounts = new TreeMap<>();
      for (int i = 0; i < random.nextInt(4); i++) {
        namespaces.put(
            "n" + i,
            new State.NamespaceState(
                random.nextInt(1000) / 8.0,
                new DemandHistory(past(random), levels(random), levels(random)),
                new RecurringDemand(hours(random)),
                random.nextInt(9)));
        accounts.put(
            "t" + i,
            new ContendedUsage(
                random.nextInt(1000) / 8.0,
                random.nextInt(1000) / 8.0,
                Optional.of(past(random)).filter(t -> random.nextBoolean())));
        nodes.put(
            "node" + i,
            new NodeState(
                "p" + random.nextInt(2),
                random.nextInt(99),
                random.nextInt(9),
                Optional.of(past(random)).filter(t -> random.nextBoolean()),
                losses(random)));
      }
      resources.put(
          ResourceName.of(name),
          new State.ResourceState((random.nextInt(1000) - 500) / 8.0, namespaces, nodes, accounts));
    }
    return new State(NOON, past(random), resources);
  }

  private static List<DemandHistory.Level> levels(Random random) {
    List<DemandHistory.Level> levels = new ArrayList<>();
    for (int i = 0; i < random.nextInt(4); i++) {
      levels.add(new DemandHistory.Level(past(random), random.nextInt(50)));
    }
    return levels;
  }

  private static List<RecurringDemand.Hour> hours(Random random) {
    List<RecurringDemand.Hour> hours = new ArrayList<>();
    for (int i = 0; i < random.nextInt(4); i++) {
      hours.add(
          new RecurringDemand.Hour(past(random), 50 + random.nextInt(50), random.nextInt(50)));
    }
    return hours;
  }

  private static List<CapacityLoss> losses(Random random) {
    List<CapacityLoss> losses = new ArrayList<>();
    for (int i = 0; i < random.nextInt(3); i++) {
      losses.add(new CapacityLoss(past(random), 1 + random.nextInt(50)));
    }
    return losses;
  }

  private static Instant past(Random random) {
    return NOON.minusSeconds(random.nextInt(100_000));
  }
}
