package dev.plimsoll.model.tenancy.division;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProportionalDivisionTest {

  @Test
  void units_go_by_weight() {
    Apportionment divided =
        ProportionalDivision.divide(
            10, List.of(Claim.of("a", 1), Claim.of("b", 3), Claim.of("c", 1)));

    assertThat(divided.shares()).isEqualTo(Map.of("a", 2L, "b", 6L, "c", 2L));
  }

  @Test
  void of_equal_tenants_the_first_by_name_gets_the_odd_unit() {
    Apportionment divided =
        ProportionalDivision.divide(3, List.of(Claim.of("b", 1), Claim.of("a", 1)));

    assertThat(divided.shares()).isEqualTo(Map.of("a", 2L, "b", 1L));
  }

  @Test
  void what_floors_and_ceilings_take_is_missing_elsewhere() {
    Apportionment divided =
        ProportionalDivision.divide(
            12, List.of(new Claim("a", 1, 5, 100), new Claim("b", 6, 0, 4), Claim.of("c", 2)));

    assertThat(divided.shares()).isEqualTo(Map.of("a", 5L, "b", 4L, "c", 3L));
  }

  @Test
  void what_nobody_may_have_is_left() {
    Apportionment divided =
        ProportionalDivision.divide(12, List.of(new Claim("a", 1, 0, 5), new Claim("b", 0, 2, 9)));

    assertThat(divided.shares()).isEqualTo(Map.of("a", 5L, "b", 2L));
    assertThat(divided.left()).isEqualTo(5);
  }

  @Test
  void floors_that_do_not_fit_shrink_in_proportion() {
    Apportionment divided =
        ProportionalDivision.divide(6, List.of(new Claim("a", 1, 8, 9), new Claim("b", 7, 4, 9)));

    assertThat(divided.shares()).isEqualTo(Map.of("a", 4L, "b", 2L));
  }

  @Test
  void bytes_of_a_big_cluster_are_divided_to_the_last_one() {
    List<Claim> claims =
        IntStream.range(0, 1000).mapToObj(i -> Claim.of("t" + i, 1_000_000_007L + i)).toList();

    Apportionment divided = ProportionalDivision.divide(Claim.MAX_UNITS - 1, claims);

    assertThat(divided.left()).isZero();
    assertThat(divided.of("t0")).isEqualTo(expected(claims, 0, divided.units()));
  }

  private static long expected(List<Claim> claims, int index, long units) {
    var weights = claims.stream().mapToLong(Claim::weight).sum();
    return new BigDecimal(units)
        .multiply(BigDecimal.valueOf(claims.get(index).weight()))
        .divide(BigDecimal.valueOf(weights), 0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  @Test
  void nobody_claims_twice() {
    assertThatThrownBy(
            () -> ProportionalDivision.divide(1, List.of(Claim.of("a", 1), Claim.of("a", 2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duplicate claim of tenant a");
  }

  @Test
  void a_floor_above_the_ceiling_is_refused() {
    assertThatThrownBy(() -> new Claim("a", 1, 5, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tenant a");
  }
}
