#include "base/parameters.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/thousandths.hpp"

namespace waymark::base_parameters_test {

enum class Colour : std::uint8_t { kRed, kGreen, kBlue };

struct Options {
  double w = 1.5;
  std::uint32_t n = 7;
  std::uint64_t large = 0;
  bool loud = true;
  Colour colour = Colour::kGreen;
};
struct MoreOptions : Options {
  std::uint32_t k = 2;
};

constexpr std::array<Choice<Colour>, 2> kColours{{{"blue", Colour::kBlue}, {"green", Colour::kGreen}}};
constexpr std::tuple kParameters{
    whole<&Options::n>("n", "N", "a whole number", 1, 10), zero_or(number<&Options::w>("w", "", "a number", 0, 50), 1),
    whole<&Options::large>("large", "", "one of 64 bits", 0, 1000),
    choice<&Options::loud, kOnOff>("loud", "whether it is"), choice<&Options::colour, kColours>("colour", "which")};
constexpr std::tuple kMoreParameters =
    std::tuple_cat(std::tuple{whole<&MoreOptions::k>("k", "", "one more", 1, 3)}, kParameters);

std::string fault(const Options& options) {
  const auto good = check_options(options, kParameters);
  return good ? "" : good.error().message;
}

TEST(Thousandths, are_the_nearest) {
  EXPECT_EQ(to_thousandths(0), 0);
  EXPECT_EQ(to_thousandths(1.7), 1700);
  EXPECT_EQ(to_thousandths(1.7004), 1700);
  EXPECT_EQ(to_thousandths(1.7006), 1701);
  EXPECT_EQ(to_thousandths(0.0005), 1);
  EXPECT_EQ(to_thousandths(0.00049), 0);
  EXPECT_EQ(to_thousandths(1e9), 1'000'000'000'000);
  for (std::int64_t value = 0; value < 2'000'000; ++value) {
    ASSERT_EQ(to_thousandths(static_cast<double>(value) / 1000), value);
  }
}

TEST(Thousandths, are_none_of_what_is_negative_too_large_or_no_number) {
  EXPECT_FALSE(to_thousandths(-0.001));
  EXPECT_FALSE(to_thousandths(-1e300));
  EXPECT_FALSE(to_thousandths(1e13));
  EXPECT_FALSE(to_thousandths(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(to_thousandths(-std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(to_thousandths(std::numeric_limits<double>::quiet_NaN()));
}

TEST(Parameters, have_the_defaults_of_the_struct) {
  const auto& infos = kParameterInfos<kParameters>;
  EXPECT_EQ(infos[0].fallback, 7);
  EXPECT_EQ(infos[1].fallback, 1500);
  EXPECT_EQ(infos[2].fallback, 0);
  EXPECT_EQ(infos[3].fallback, 0);  // "on"
  EXPECT_EQ(infos[4].fallback, 1);  // "green"
  EXPECT_EQ(infos[4].choices[1], "green");
}

TEST(Parameters, are_checked_against_their_ranges) {
  EXPECT_EQ(fault({}), "");
  EXPECT_EQ(fault({.n = 0}), "n must be 1 to 10");
  EXPECT_EQ(fault({.n = 11}), "n must be 1 to 10");
  EXPECT_EQ(fault({.w = 0}), "");
  EXPECT_EQ(fault({.w = 0.999}), "w must be 0, or 1 to 50");
  EXPECT_EQ(fault({.w = 0.9996}), "");  // 1 as it is kept
  EXPECT_EQ(fault({.w = 50.001}), "w must be 0, or 1 to 50");
  EXPECT_EQ(fault({.w = -1}), "w must be 0, or 1 to 50");
  EXPECT_EQ(fault({.w = std::numeric_limits<double>::quiet_NaN()}), "w must be 0, or 1 to 50");
  EXPECT_EQ(fault({.large = ~std::uint64_t{0}}), "large must be 0 to 1000");
  EXPECT_EQ(fault({.colour = Colour::kRed}), "colour must be one of blue green");
}

TEST(Parameters, are_set_in_the_order_of_the_list) {
  const auto options = options_of<MoreOptions>({3, 4, 2250, 5, 1, 0}, kMoreParameters);
  EXPECT_EQ(options.k, 3u);
  EXPECT_EQ(options.n, 4u);
  EXPECT_EQ(options.w, 2.25);
  EXPECT_EQ(options.large, 5u);
  EXPECT_FALSE(options.loud);
  EXPECT_EQ(options.colour, Colour::kBlue);
}

}  // namespace waymark::base_parameters_test
