#include "../../src/io/decimal.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "waymark/base/random.hpp"

namespace waymark::io_decimal_test {

TEST(Decimal, reads_what_the_c_library_reads) {
  Random random(8);
  for (int i = 0; i < 200'000; ++i) {
    std::string text = std::to_string(random.next() >> random.below(32));
    const std::size_t decimals = random.below(9);
    if (decimals > 0) text += ".";
    for (std::size_t d = 0; d < decimals; ++d) text += static_cast<char>('0' + random.below(10));
    const auto value = parse_decimal(text);
    ASSERT_TRUE(value) << text;
    if (text.size() <= 16) {
      ASSERT_EQ(*value, std::strtod(text.c_str(), nullptr)) << text;
    } else {
      ASSERT_DOUBLE_EQ(*value, std::strtod(text.c_str(), nullptr)) << text;
    }
  }
}

TEST(Decimal, refuses_everything_else) {
  for (const char* text : {"", ".", "1.", ".5", "-1", "+1", "nan", "inf", "1e3", "0x1", "1,5", "1.5.5", " 1", "1 ",
                           "1000000000000", "99999999999999999999999", "999999999999.99999999"}) {
    EXPECT_FALSE(parse_decimal(text)) << text;
  }
  EXPECT_FALSE(parse_decimal(std::string_view("1\0", 2)));
}

TEST(Decimal, reads_leading_zeros_and_long_fractions) {
  EXPECT_EQ(parse_decimal("000000000000000000000000000007.25"), 7.25);
  EXPECT_EQ(parse_decimal("1.500000000000000000000000000000000000000000000"), 1.5);
  EXPECT_DOUBLE_EQ(*parse_decimal("1.41421356237309504880168872420969807"), 1.4142135623730951);
}

TEST(Decimal, writes_eight_decimals) {
  EXPECT_EQ(format_decimal(0), "0.00000000");
  EXPECT_EQ(format_decimal(2.414213562373095), "2.41421356");
  EXPECT_EQ(format_decimal(1234.5), "1234.50000000");
  EXPECT_EQ(format_decimal(0.999999999), "1.00000000");
  EXPECT_EQ(format_decimal(7.00000001), "7.00000001");
}

TEST(Decimal, reading_and_writing_settle_at_once) {
  Random random(9);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t bits = (std::uint64_t{random.next()} << 32u | random.next()) >> random.below(64);
    const double value = static_cast<double>(bits % 1'000'000'000'000'000'000ull) / 1e6;
    if (value >= 1e12) continue;
    const std::string text = format_decimal(value);
    const auto again = parse_decimal(text);
    ASSERT_TRUE(again) << text;
    ASSERT_NEAR(*again, value, 1e-8);
    ASSERT_EQ(format_decimal(*again), text);
  }
}

}  // namespace waymark::io_decimal_test
