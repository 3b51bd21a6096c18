package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.GangQuota;
import dev.plimsoll.model.ledger.GangQuotas;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.ledger.ReservedBy;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaLedgerJsonTest {

  @Property
  void what_is_written_is_read(
      @ForAll @Size(max = 20)
          List<@CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 6) String> names,
      @ForAll @IntRange(max = 100_000) int seconds) {
    Ledger ledger = Ledgers.ledger(8, 3);
    for (int i = 0; i < names.size(); i++) {
      Reservation reservation =
          Ledgers.reservation(
              "team-" + i % 2,
              names.get(i),
              i % 3,
              i % 4 == 0 ? "" + i : "",
              Ledgers.EXPIRY.plusSeconds((long) i * seconds));
      ledger = ledger.withReservation(reservation);
      ledger = i % 5 == 0 ? ledger.withReservation(reservation) : ledger;
    }

    assertThat(reread(ledger)).isEqualTo(ledger);
  }

  @Property
  void what_gangs_hold_is_read_as_it_was_written(
      @ForAll @Size(max = 8)
          List<@CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 6) String> names) {
    List<GangQuota> gangs = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      gangs.add(
          new GangQuota(
              new GangKey("team-" + i % 2, "Job/" + names.get(i)),
              i % 2 == 0 ? Ledgers.uid("job") : "",
              Ledgers.reservation("a", 1 + i).reserved(),
              2 + i,
              i,
              new TreeSet<>(names.subList(0, i).stream().map(Ledgers::uid).toList()),
              2 + i,
              i % 3,
              Ledgers.EXPIRY.plusSeconds(i)));
    }
    Ledger of = Ledgers.ledger(8, 3);
    Ledger ledger =
        new Ledger(
            of.name(),
            of.spec(),
            of.used(),
            of.versions(),
            of.reservations(),
            GangQuotas.of(gangs));

    assertThat(reread(ledger)).isEqualTo(ledger);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size     | -1         | status.gangs[0].size: is not a whole number from 0",
        "each     | {\"x\":-1} | status.gangs[0].each: has a negative amount of x",
        "reserved | \"!\"      | status.gangs[0].reserved: is not base64",
        "expires  | null       | status.gangs[0].expires: is missing"
      })
  void what_was_edited_to_nonsense_of_a_gang_is_named(String field, String value, String problem) {
    Ledger of = Ledgers.ledger(8, 3);
    GangQuota gang =
        new GangQuota(
            new GangKey("team-a", "a"),
            "",
            Ledgers.reservation("a", 1).reserved(),
            8,
            1,
            new TreeSet<>(),
            7,
            1,
            Ledgers.EXPIRY);
    JsonObject object =
        json(
            new Ledger(
                of.name(),
                of.spec(),
                of.used(),
                of.versions(),
                of.reservations(),
                GangQuotas.of(List.of(gang))));
    object
        .getAsJsonObject("status")
        .getAsJsonArray("gangs")
        .get(0)
        .getAsJsonObject()
        .add(field, JsonParser.parseString(value));

    assertThatThrownBy(() -> QuotaLedgerJson.read(JsonTree.of(object)))
        .isInstanceOf(InvalidLedgerException.class)
        .hasMessage("QuotaLedger l: " + problem);
  }

  @Test
  void uids_that_no_api_server_makes_are_kept_too() {
    Ledger ledger =
        Ledgers.ledger(8, 3)
            .withReservation(Ledgers.reservation("a", 1))
            .withReservation(
                new Reservation(
                    new ReservedBy("v1", "Pod", "team-a", "b", "B"),
                    "",
                    Ledgers.reservation("a", 1).reserved(),
                    Ledgers.EXPIRY));

    assertThat(reread(ledger)).isEqualTo(ledger);
  }

  @Test
  void five_thousand_reservations_take_less_than_256_KiB() {
    Random random = new Random(1);
    Ledger ledger = Ledgers.ledger(50_000, 3);
    for (int i = 0; i < 5_000; i++) {
      String suffix = Integer.toString(100_000 + random.nextInt(50_000_000), 36);
      ledger =
          ledger.withReservation(
              Ledgers.reservation(
                  "team-" + i % 20,
                  "training-of-model-" + i % 97 + "-7c5ddbdf54-" + suffix,
                  1 + i % 3,
                  "",
                  Ledgers.EXPIRY.plusSeconds(random.nextInt(60))));
    }
    assertThat(ledger.reservations()).hasSize(5_000);

    assertThat(json(ledger).toString().getBytes(StandardCharsets.UTF_8).length)
        .isLessThan(256 << 10);
    assertThat(reread(ledger)).isEqualTo(ledger);
  }

  @Test
  void a_ledger_without_status_was_not_counted_yet() throws InvalidLedgerException {
    JsonObject object = json(Ledgers.ledger(8, 3));
    object.remove("status");

    assertThat(QuotaLedgerJson.read(JsonTree.of(object)).ledger().used()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "formatVersion | \"2\"      | status.formatVersion: is \"2\", not \"1\"",
        "uids          | \"!\"      | status.reservations[0].uids: is not base64",
        "uids          | \"AAAA\"   | status.reservations[0].uids: was cut",
        "uids          | \"\"       | status.reservations[0].names: has another number of entries than the other columns",
        "names         | [\"a\"]    | status.reservations[0].names: has \"a\", which is no name",
        "names         | [\"9/a\"]  | status.reservations[0].names: has \"9/a\", which is no name",
        "expires       | null       | status.reservations[0].expires: is missing",
        "expiresAfter  | \"-1\"     | status.reservations[0].expiresAfter: has \"-1\", which is not a whole number",
        "reserved      | {\"x\":-1} | status.reservations[0].reserved: has a negative amount of x"
      })
  void what_was_edited_to_nonsense_is_named(String field, String value, String problem) {
    JsonObject object = json(Ledgers.ledger(8, 3).withReservation(Ledgers.reservation("a", 1)));
    JsonObject status = object.getAsJsonObject("status");
    Consumer<JsonObject> edit = json -> json.add(field, JsonParser.parseString(value));
    edit.accept(
        field.equals("formatVersion")
            ? status
            : status.getAsJsonArray("reservations").get(0).getAsJsonObject());

    assertThatThrownBy(() -> QuotaLedgerJson.read(JsonTree.of(object)))
        .isInstanceOf(InvalidLedgerException.class)
        .hasMessage("QuotaLedger l: " + problem);
  }

  @Test
  void the_version_of_the_limits_is_read_as_it_was_written() throws InvalidLedgerException {
    EnforcedQuota quota =
        new EnforcedQuota(
            new QuotaOrigin.OfNamespace("team-a", "gpus"),
            AdmissionMode.DENY,
            Ledgers.ledger(8, 3).spec(),
            "17",
            new TreeSet<>(),
            new TreeSet<>());

    QuotaLedger read = QuotaLedgerJson.read(JsonTree.of(QuotaLedgerJson.object("l", quota)));

    assertThat(read.limitsVersion()).isEqualTo("17");
    assertThat(read.ledger().spec()).isEqualTo(quota.spec());
  }

  @Test
  void what_was_not_counted_is_not_said_to_be_0() {
    assertThat(json(Ledgers.ledger(8, 3).uncounted()).getAsJsonObject("status").get("used"))
        .isEqualTo(new JsonObject());
  }

  /** What is stored: the spec, which somebody else writes, and the status. */
  private static JsonObject json(Ledger ledger) {
    JsonObject object = QuotaLedgerJson.write(Ledgers.stored("l", ledger));
    object.add(
        "spec",
        JsonParser.parseString(
            "{\"quota\": \"%s\", \"hard\": %s}"
                .formatted(ledger.name(), QuotaLedgerJson.json(ledger.spec().hard()))));
    return object;
  }

  private static Ledger reread(Ledger ledger) {
    try {
      return QuotaLedgerJson.read(
              JsonTree.of(JsonParser.parseString(json(ledger).toString()).getAsJsonObject()))
          .ledger();
    } catch (InvalidLedgerException e) {
      throw new AssertionError(e);
    }
  }
}
