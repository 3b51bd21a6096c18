package dev.plimsoll.model.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class AmountTest {
  private static final BigDecimal SIXTEEN = BigDecimal.valueOf(16);

  @Test
  void a_quantity_is_that_much_whatever_the_capacity() {
    assertThat(Amount.parse("512Gi").of(SIXTEEN)).isEqualByComparingTo("549755813888");
    assertThat(Amount.parse("512Gi")).hasToString("512Gi");
  }

  @Test
  void a_percentage_is_exact() {
    assertThat(Amount.parse(" 12.5 %").of(SIXTEEN)).isEqualByComparingTo("2");
    assertThat(Amount.parse("12.50%")).hasToString("12.5%");
  }

  @Test
  void what_is_neither_is_refused() {
    assertThatThrownBy(() -> Amount.parse("half")).isInstanceOf(QuantityFormatException.class);
    assertThatThrownBy(() -> Amount.parse("-1%")).hasMessageContaining("negative");
  }
}
