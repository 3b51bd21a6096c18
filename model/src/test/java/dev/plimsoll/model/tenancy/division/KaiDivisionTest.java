package dev.plimsoll.model.tenancy.division;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Divides the cases of another scheduler's tests; docs/divide.md says why some shares differ. */
class KaiDivisionTest {

  /** Requests limit a share here as they do there. */
  private static Claim claim(int number, String queue) {
    String[] values = queue.split("/", -1);
    long most =
        values[3].equals("-")
            ? Long.parseLong(values[2])
            : Math.min(Long.parseLong(values[2]), Long.parseLong(values[3]));
    long guarantee = Math.min(Long.parseLong(values[1]), most);
    return new Claim("queue-" + number, Long.parseLong(values[0]), guarantee, most);
  }

  private static String divided(long units, String queues) {
    List<Claim> claims = new ArrayList<>();
    for (String queue : queues.split(" ", -1)) {
      claims.add(claim(claims.size() + 1, queue));
    }
    Apportionment shares = ProportionalDivision.divide(units, claims);
    return claims.stream()
        .map(c -> String.valueOf(shares.of(c.tenant())))
        .collect(Collectors.joining(" "));
  }

  private static long sum(String shares) {
    return List.of(shares.split(" ", -1)).stream().mapToLong(Long::parseLong).sum();
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/division/kai-resource-division.csv", useHeadersInDisplayName = true)
  void divides_as_kai_does_where_the_rules_are_the_same(
      String name, long units, String queues, String kai, String plimsoll, String why) {
    String shares = divided(units, queues);

    assertThat(shares).isEqualTo(plimsoll);
    assertThat(shares.equals(kai)).isEqualTo(why == null);
    assertThat("capacity".equals(why)).isEqualTo(sum(kai) > units);
    assertThat(sum(shares)).isLessThanOrEqualTo(units);
  }
}
