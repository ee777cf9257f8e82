#include "lab/view/row_format.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"

namespace waymark::lab_row_format_test {

RunRow solved_row() {
  RunRow row;
  row.problem = 12;
  row.start = {1, 2};
  row.goal = {3, 3};
  row.status = Status::kSolved;
  row.cost = 1 + 1.4142135623730951;
  row.optimal = 2.41421356;
  row.suboptimality = 9.8e-8;
  row.moves = 2;
  row.work = {5, 9, 1, 3, 14};
  row.max_expanded_per_move = 5;
  row.max_work_per_move = 5;
  row.mean_move_ns = 450.5;
  row.p99_move_ns = 901;
  row.max_move_ns = 901;
  row.first_move_ns = 901;
  row.distinct_states = 3;
  row.work.climb_steps = 6;
  row.path = {{1, 2}, {2, 3}, {3, 3}};
  return row;
}

RunRow unreachable_row() {
  RunRow row;
  row.status = Status::kUnreachable;
  row.distinct_states = 1;
  return row;
}

const RowContext kContext{"maps/a b.map", "lrta:d=3,gamma=0.5"};
constexpr RowColumns kPlain{};
constexpr RowColumns kPaths{.paths = true};

TEST(RowFormat, json_has_exactly_the_names_of_the_contract) {
  EXPECT_EQ(to_json(kContext, solved_row(), kPaths),
            R"({"format":4,"map":"maps/a b.map","algorithm":"lrta:d=3,gamma=0.5",)"
            R"("problem":12,"start":[1,2],"goal":[3,3],"status":"solved","cost":2.414213562373095,)"
            R"("optimal":2.41421356,"suboptimality":9.8e-08,"moves":2,"expanded":5,"generated":9,"climb_steps":6,)"
            R"("updates":1,"update_volume":3,"peak_states":14,"max_expanded_per_move":5,"max_work_per_move":5,)"
            R"("mean_move_ns":450.5,"p99_move_ns":901,"max_move_ns":901,"first_move_ns":901,"distinct_states":3,)"
            R"("path":[[1,2],[2,3],[3,3]]})");
}

TEST(RowFormat, a_partial_path_is_told_where_there_is_none) {
  RunRow row = unreachable_row();
  row.partial_path = {{0, 0}, {1, 0}};
  const RowColumns columns{.paths = true, .partial = true};
  EXPECT_TRUE(to_json(kContext, row, columns).ends_with(R"("distinct_states":1,"partial_path":[[0,0],[1,0]]})"));
  EXPECT_TRUE(csv_heading(columns).ends_with(",path,partial_path"));
  EXPECT_TRUE(to_csv(kContext, row, columns).ends_with(",\"0,0 1,0\""));
  EXPECT_EQ(to_json(kContext, solved_row(), columns).find("partial"), std::string::npos);
}

TEST(RowFormat, json_leaves_out_what_does_not_apply) {
  const RowColumns all{true, true, true};
  EXPECT_EQ(to_json({"m", "jps"}, unreachable_row(), all),
            R"({"format":4,"map":"m","algorithm":"jps","problem":0,"start":[0,0],"goal":[0,0],)"
            R"("status":"unreachable","moves":0,"expanded":0,"generated":0,"climb_steps":0,)"
            R"("updates":0,"update_volume":0,"peak_states":0,"max_expanded_per_move":0,"max_work_per_move":0,)"
            R"("mean_move_ns":0.0,"p99_move_ns":0,"max_move_ns":0,"first_move_ns":0,"distinct_states":1})");
  EXPECT_EQ(to_json(kContext, solved_row(), kPlain).find("path"), std::string::npos);
}

TEST(RowFormat, names_of_files_that_are_no_text_still_give_json) {
  EXPECT_NE(to_json({"\xff.map", "jps"}, unreachable_row(), kPlain).find("\"map\":\"\xef\xbf\xbd.map\""),
            std::string::npos);
}

TEST(RowFormat, csv_has_the_same_columns_but_for_cells_which_are_two) {
  EXPECT_EQ(csv_heading(kPaths),
            "format,map,algorithm,problem,start_x,start_y,goal_x,goal_y,status,cost,optimal,suboptimality,moves,"
            "expanded,generated,climb_steps,updates,update_volume,peak_states,max_expanded_per_move,max_work_per_move,"
            "mean_move_ns,p99_move_ns,max_move_ns,first_move_ns,distinct_states,path");
  EXPECT_EQ(to_csv(kContext, solved_row(), kPaths),
            "4,\"maps/a b.map\",\"lrta:d=3,gamma=0.5\",12,1,2,3,3,solved,2.414213562373095,2.41421356,9.8e-08,2,5,9,"
            "6,1,3,14,5,5,450.5,901,901,901,3,\"1,2 2,3 3,3\"");
  EXPECT_EQ(to_csv({"m", "jps"}, unreachable_row(), kPaths),
            "4,m,jps,0,0,0,0,0,unreachable,,,,0,0,0,0,0,0,0,0,0,0.0,0,0,0,1,");
  EXPECT_EQ(csv_heading(kPlain).find("path"), std::string::npos);
}

TEST(RowFormat, rows_of_agents_with_a_database_say_what_it_takes) {
  RunRow row = solved_row();
  row.database = DatabaseFigures{300, 1234, 0.125};
  row.work.database_queries = 7;
  row.work.fell_back = 1;
  row.work.at_cap = 3;
  row.online_bytes = 4096;
  const RowColumns columns{.database = true};
  const std::string json = to_json(kContext, row, columns);
  EXPECT_NE(
      json.find(R"("distinct_states":3,"database_states":300,"database_relative":0.125,"database_bytes":1234,)"
                R"("cumulative_states":314,"database_queries":7,"fell_back":true,"at_cap":3,"online_bytes":4096})"),
      std::string::npos)
      << json;
  const std::string plain = csv_heading(kPlain);
  EXPECT_EQ(csv_heading(columns), plain +
                                      ",database_states,database_relative,database_bytes,cumulative_states,"
                                      "database_queries,fell_back,at_cap,online_bytes");
  EXPECT_EQ(to_csv(kContext, row, columns),
            to_csv(kContext, solved_row(), kPlain) + ",300,0.125,1234,314,7,true,3,4096");
  // Beside one that uses none, as in a race.
  EXPECT_EQ(to_csv(kContext, solved_row(), columns), to_csv(kContext, solved_row(), kPlain) + ",,,,,,,,");
  const std::string summary = to_summary(std::vector{row, row});
  EXPECT_NE(summary.find("2 of 2 problems fell back"), std::string::npos) << summary;
  EXPECT_NE(summary.find("database: 1,234 bytes; 300 states, 0.12500 of the map's cells"), std::string::npos)
      << summary;
  EXPECT_EQ(to_summary(std::vector{solved_row()}).find("database"), std::string::npos);
}

TEST(RowFormat, rows_of_runs_with_edits_say_what_they_cost) {
  RunRow row = solved_row();
  row.living = LivingFigures{2, 17};
  const RowColumns columns{.living = true};
  const std::string json = to_json(kContext, row, columns);
  EXPECT_NE(json.find(R"("distinct_states":3,"replans":2,"blocked_steps":17})"), std::string::npos) << json;
  EXPECT_EQ(csv_heading(columns), csv_heading(kPlain) + ",replans,blocked_steps");
  EXPECT_EQ(to_csv(kContext, row, columns), to_csv(kContext, solved_row(), kPlain) + ",2,17");
  const std::string table = to_table(std::vector{row});
  EXPECT_NE(table.find("replans  blocked steps"), std::string::npos) << table;
  const std::string summary = to_summary(std::vector{row});
  EXPECT_NE(summary.find("replans"), std::string::npos) << summary;
  EXPECT_NE(summary.find("17  stood without a way"), std::string::npos) << summary;
  EXPECT_EQ(to_summary(std::vector{solved_row()}).find("replans"), std::string::npos);
}

TEST(RowFormat, rows_of_a_chase_tell_when_the_goal_was_caught_and_of_no_shortest_way) {
  RunRow row = solved_row();
  row.optimal.reset();
  row.suboptimality.reset();
  row.steps = 9;
  row.living = LivingFigures{2, 17, 4};
  row.goal_path = {{1, 2}, {3, 4}};
  const RowColumns columns{.paths = true, .living = true, .chase = true};
  const std::string json = to_json(kContext, row, columns);
  EXPECT_NE(json.find(R"("blocked_steps":17,"steps":9,"goal_moves":4,"path":)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("goal_path":[[1,2],[3,4]]})"), std::string::npos) << json;
  EXPECT_EQ(json.find("optimal"), std::string::npos) << json;
  EXPECT_EQ(csv_heading(columns), csv_heading(kPlain) + ",replans,blocked_steps,steps,goal_moves,path,goal_path");
  const std::string table = to_table(std::vector{row});
  EXPECT_NE(table.find("steps  goal moves"), std::string::npos) << table;
  EXPECT_EQ(table.find("optimal"), std::string::npos) << table;
  const std::string summary = to_summary(std::vector{row});
  EXPECT_NE(summary.find("9  until caught"), std::string::npos) << summary;
  EXPECT_EQ(summary.find("suboptimality"), std::string::npos) << summary;
}

TEST(RowFormat, rows_of_units_that_explore_tell_what_they_discovered) {
  RunRow row = solved_row();
  row.living = LivingFigures{.replans = 2, .discovered = 31};
  const RowColumns columns{.living = true, .vision = true};
  EXPECT_EQ(csv_heading(columns), csv_heading(kPlain) + ",replans,blocked_steps,discovered");
  EXPECT_EQ(to_csv(kContext, row, columns), to_csv(kContext, solved_row(), kPlain) + ",2,0,31");
  EXPECT_NE(to_table(std::vector{row}).find("blocked steps  discovered"), std::string::npos);
  EXPECT_NE(to_summary(std::vector{row}).find("31  cells other than assumed"), std::string::npos);
}

// What a search proves of its path, and what one with little room forgot: by the row, and through a whole run.
TEST(RowFormat, rows_tell_the_bound_that_is_proven_and_what_was_forgotten) {
  RunRow row = solved_row();
  row.found = FoundFigures{3, 1.25, 0};
  RowColumns columns;
  add_columns_of(*parse_algorithm("ara"), {}, columns);
  EXPECT_EQ(csv_heading(columns), csv_heading(kPlain) + ",solutions,bound");
  EXPECT_EQ(to_csv(kContext, row, columns), to_csv(kContext, solved_row(), kPlain) + ",3,1.25");
  EXPECT_NE(to_table(std::vector{row}).find("solutions  bound"), std::string::npos);
  row.found = FoundFigures{0, 0, 12};
  add_columns_of(*parse_algorithm("sma"), {}, columns);
  EXPECT_EQ(csv_heading(columns), csv_heading(kPlain) + ",solutions,bound,forgotten");
  EXPECT_EQ(to_csv(kContext, row, columns), to_csv(kContext, solved_row(), kPlain) + ",,,12");
  EXPECT_NE(to_table(std::vector{row}).find("forgotten"), std::string::npos);
  RunOptions options;
  options.vision = 5;
  RowColumns living;
  add_columns_of(*parse_algorithm("ara"), options, living);
  EXPECT_FALSE(living.anytime);
}

TEST(RowFormat, csv_fields_are_quoted_where_they_must_be) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(csv_field("a\nb"), "\"a\nb\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST(RowFormat, tables_say_what_was_not_solved) {
  const std::vector<RunRow> rows{solved_row(), unreachable_row()};
  const std::string table = to_table(rows);
  EXPECT_NE(table.find("unreachable"), std::string::npos);
  EXPECT_NE(table.find("2.41"), std::string::npos);
  EXPECT_NE(to_summary(rows).find("2 problems: 1 solved, 1 unreachable\n"), std::string::npos);
  EXPECT_NE(to_summary({}).find("0 problems"), std::string::npos);
}

TEST(RowFormat, the_time_of_a_query_includes_steps_on_which_the_agent_stood_still) {
  RunRow row = solved_row();
  row.steps = 4;
  EXPECT_NE(to_summary(std::vector{row}).find("time per query  1.80 µs"), std::string::npos)
      << to_summary(std::vector{row});
}

TEST(TextTable, pads_by_characters_not_bytes) {
  TextTable table({{"a", TextTable::Align::kLeft}, {"time"}});
  table.add_row({"γ", "9 µs"});
  table.add_row({"xx", "12 µs"});
  EXPECT_EQ(table.to_string(), "a    time\n--  -----\nγ    9 µs\nxx  12 µs\n");
}

TEST(TextTable, figures_are_easy_to_read) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_duration(0), "0 ns");
  EXPECT_EQ(format_duration(999), "999 ns");
  EXPECT_EQ(format_duration(999.9), "1.00 µs");
  EXPECT_EQ(format_duration(12345), "12.3 µs");
  EXPECT_EQ(format_duration(999'999), "1.00 ms");
  EXPECT_EQ(format_duration(2.5e9), "2.50 s");
  EXPECT_EQ(format_decimal(-0.0001, 2), "0.00");
  EXPECT_EQ(format_decimal(-1.5, 1), "-1.5");
  EXPECT_EQ(format_share(1, 8), "12.5 %");
  EXPECT_EQ(format_share(0, 0), "-");
}

TEST(ProgressBar, tells_the_time_left) {
  EXPECT_EQ(ProgressBar::line("solving", 50, 200, 10, 100),
            "solving [######------------------]  25 %  50/200  0:30 left");
  EXPECT_EQ(ProgressBar::line("solving", 0, 200, 10, 100), "solving [------------------------]   0 %  0/200  ? left");
  EXPECT_EQ(ProgressBar::line("x", 1, 1, 5, 100), "x [########################] 100 %  1/1  0:00 left");
  EXPECT_EQ(ProgressBar::line("x", 1, 10000, 5, 100), "x [------------------------]   0 %  1/10000  13:53:15 left");
  EXPECT_EQ(ProgressBar::line("solving", 50, 200, 10, 9), "solving [");
}

}  // namespace waymark::lab_row_format_test
